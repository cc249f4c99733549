// SPDX-License-Identifier: MIT
#include "hone/learners/gaussian_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "hone/base/index.hpp"

namespace hone::learners {
namespace {

using Eigen::Index;

// Nothing is known better than this: values are of the size of 1, and a value that was learned by heart would
// otherwise outweigh all others.
constexpr double kLeastDeviation = 0.01;
// softplus of it is 1 - kLeastDeviation, nearly.
constexpr double kUnitDeviation = 0.5255;
constexpr int kLooks = 20;

}  // namespace

template <class Scalar>
GaussianNetwork<Scalar>::GaussianNetwork(NetworkShape shape, Rng& rng)
    : body_(shape, rng), spread_(shape.features + 1) {
  const double reach = 1.0 / std::sqrt(static_cast<double>(shape.features));
  for (Scalar& weight : spread_) weight = static_cast<Scalar>(rng.uniform(-reach, reach));
  spread_[shape.features] = static_cast<Scalar>(kUnitDeviation);
}

template <class Scalar>
typename GaussianNetwork<Scalar>::Vector GaussianNetwork<Scalar>::parameters() const {
  Vector all(body_.parameters().size() + spread_.size());
  all << body_.parameters(), spread_;
  return all;
}

template <class Scalar>
void GaussianNetwork<Scalar>::set_parameters(const Vector& parameters) {
  body_.parameters() = parameters.head(body_.parameters().size());
  spread_ = parameters.tail(spread_.size());
}

template <class Scalar>
void GaussianNetwork<Scalar>::forward(const Matrix& inputs, Pass& pass) const {
  body_.forward(inputs, pass.body);
  const Index features = shape().features;
  pass.deviation.noalias() = spread_.head(features).transpose() * pass.body.features();
  pass.slope.resize(pass.deviation.size());
  for (Index i = 0; i < pass.deviation.size(); ++i) {
    const double t = pass.deviation[i] + spread_[features];
    // softplus without overflow: what lies above zero goes through as it is.
    const double decay = std::exp(-std::abs(t));
    pass.deviation[i] = static_cast<Scalar>(std::max(t, 0.0) + std::log1p(decay) + kLeastDeviation);
    pass.slope[i] = static_cast<Scalar>((t > 0.0 ? 1.0 : decay) / (1.0 + decay));
  }
}

template <class Scalar>
double GaussianNetwork<Scalar>::loss_of(const Pass& pass, const RowVector& values) {
  double sum = 0.0;
  for (Index i = 0; i < values.size(); ++i) {
    const double deviation = pass.deviation[i];
    const double off = (values[i] - pass.mean()[i]) / deviation;
    sum += std::log(deviation) + 0.5 * off * off;
  }
  return sum / static_cast<double>(values.size());
}

template <class Scalar>
double GaussianNetwork<Scalar>::loss(const Matrix& inputs, const RowVector& values, Pass& pass) const {
  forward(inputs, pass);
  return loss_of(pass, values);
}

template <class Scalar>
double GaussianNetwork<Scalar>::loss(const Matrix& inputs, const RowVector& values, Pass& pass,
                                     Vector& gradient) const {
  forward(inputs, pass);
  const auto share = static_cast<Scalar>(1.0 / static_cast<double>(values.size()));
  const RowVector off = (values - pass.mean()).array() / pass.deviation.array();
  const RowVector by_mean = -share * (off.array() / pass.deviation.array());
  const RowVector by_spread =
      share * (Scalar(1) - off.array().square()) / pass.deviation.array() * pass.slope.array();
  const Index features = shape().features;
  Vector by_body;
  body_.backward(pass.body, by_mean, spread_.head(features) * by_spread, by_body);
  gradient.resize(by_body.size() + spread_.size());
  gradient.head(by_body.size()) = by_body;
  gradient.segment(by_body.size(), features).noalias() = pass.body.features() * by_spread.transpose();
  gradient[gradient.size() - 1] = by_spread.sum();
  return loss_of(pass, values);
}

template <class Scalar>
typename GaussianNetwork<Scalar>::Matrix GaussianNetwork<Scalar>::deviation_gradient(Pass& pass) const {
  return body_.input_gradient(pass.body, spread_.head(shape().features) * pass.slope);
}

template class GaussianNetwork<float>;
template class GaussianNetwork<double>;

namespace {

/// Points in an order of their own, handed out a batch at a time.
class Batches {
 public:
  Batches(std::vector<int> rows, int size, Rng& rng)
      : rows_(std::move(rows)), size_(std::min(index(Index{size}), rows_.size())), rng_(rng) {}

  std::span<const int> next() {
    if (at_ + size_ > rows_.size()) {
      rng_.shuffle(std::span(rows_));
      at_ = 0;
    }
    at_ += size_;
    return std::span<const int>(rows_).subspan(at_ - size_, size_);
  }

 private:
  std::vector<int> rows_;
  std::size_t size_;
  std::size_t at_ = 0;
  Rng& rng_;
};

struct Lesson {
  Eigen::MatrixXf inputs;
  Eigen::RowVectorXf values;
};

Lesson lesson_of(const Eigen::MatrixXf& inputs, const Eigen::RowVectorXf& values, std::span<const int> rows) {
  Lesson out{Eigen::MatrixXf(inputs.rows(), std::ssize(rows)), Eigen::RowVectorXf(std::ssize(rows))};
  for (Index i = 0; i < out.values.size(); ++i) {
    out.inputs.col(i) = inputs.col(rows[index(i)]);
    out.values[i] = values[rows[index(i)]];
  }
  return out;
}

}  // namespace

GaussianNetwork<float> train_gaussian(const NetworkShape& shape, const Eigen::MatrixXf& inputs,
                                      const Eigen::RowVectorXf& values, const GaussianTraining& training,
                                      std::uint64_t seed) {
  Rng rng(seed);
  GaussianNetwork<float> network(shape, rng);
  if (values.size() == 0) return network;
  std::vector<int> rows = rng.permutation(static_cast<int>(values.size()));
  const auto apart = static_cast<std::size_t>(training.held_out * static_cast<double>(rows.size()));
  const Lesson exam = lesson_of(inputs, values, std::span(rows).last(apart));
  rows.resize(rows.size() - apart);
  Batches batches(std::move(rows), training.batch, rng);
  Adam<float> adam(training.adam);
  GaussianNetwork<float>::Pass pass, exam_pass;
  Eigen::VectorXf parameters = network.parameters(), best = parameters, gradient;
  double least = std::numeric_limits<double>::infinity();
  const int between = std::max(1, training.steps / kLooks);
  for (int step = 1; step <= training.steps; ++step) {
    const Lesson batch = lesson_of(inputs, values, batches.next());
    network.loss(batch.inputs, batch.values, pass, gradient);
    // Down to nothing along half a cosine, so that the last steps average over batches.
    adam.step(parameters, gradient, 0.5 + 0.5 * std::cos(std::numbers::pi * (step - 1) / training.steps));
    network.set_parameters(parameters);
    if (apart == 0 || step % between != 0) continue;
    const double loss = network.loss(exam.inputs, exam.values, exam_pass);
    if (loss >= least) continue;
    least = loss;
    best = parameters;
  }
  if (apart > 0) network.set_parameters(best);
  return network;
}

}  // namespace hone::learners
