// SPDX-License-Identifier: MIT
#include "hone/analysis/importance_boxes.hpp"

#include "hone/base/index.hpp"

namespace hone::analysis {
namespace {

using learners::Tree;

// Everything that a question of the tree or a condition of the space may cut at.
std::vector<AtomAxis> axes_of(const SpaceMeasure& space, const Tree& tree) {
  std::vector<std::vector<double>> cuts(space.dimensions());
  for (std::size_t j = 0; j < space.dimensions(); ++j) {
    const model::Column& column = space.columns()[j];
    for (std::int64_t k = 1; !column.is_number() && k < column.cells; ++k)
      cuts[j].push_back(static_cast<double>(k) / static_cast<double>(column.cells));
    for (const PlaceTest& test : space.presence(j)) {
      for (const Interval& interval : test.passing) {
        cuts[test.column].push_back(interval.begin);
        cuts[test.column].push_back(interval.end);
      }
    }
  }
  for (const Tree::Node& node : tree.nodes) {
    if (node.column >= 0 && node.categories < 0)
      cuts[index(node.column)].push_back(space.edge_of(index(node.column), node.threshold));
  }
  std::vector<AtomAxis> axes;
  for (auto& column : cuts) axes.emplace_back(std::move(column));
  return axes;
}

Runs runs_of(const AtomAxis& axis, const std::vector<Interval>& intervals) {
  Runs runs;
  for (const Interval& interval : intervals) {
    const Run run{axis.at(interval.begin), axis.at(interval.end)};
    if (run.begin < run.end) runs.push_back(run);
  }
  return runs;
}

}  // namespace

/// Goes down the tree with the box that it is in.
class LeafBoxes::Walk {
 public:
  Walk(const SpaceMeasure& space, const Tree& tree, std::span<const double> values, LeafBoxes& out)
      : space_(space), tree_(tree), values_(values), out_(out), tests_(space.dimensions()) {
    for (std::size_t j = 0; j < space.dimensions(); ++j) {
      sides_.push_back(out.axes_[j].all());
      measures_.push_back(1.0);
      for (const PlaceTest& test : space.presence(j))
        tests_[j].push_back({test.column, runs_of(out.axes_[test.column], test.passing)});
    }
  }

  void go(std::int32_t at) {
    const Tree::Node& node = tree_.nodes[index(at)];
    if (node.column < 0) {
      keep(values_[index(at)]);
    } else {
      part(node, 0);
    }
  }

 private:
  struct Test {
    std::size_t column;
    Runs passing;
  };

  /// Calls `then` in the part of the box that lies within `side`; afterwards the box is as before.
  template <class Then>
  void inside(std::size_t column, Runs side, const Then& then) {
    const double measure = out_.axes_[column].measure(side);
    if (!(measure > 0.0)) return;
    const double former = measures_[column];
    measures_[column] = measure;
    sides_[column].swap(side);
    then();
    sides_[column].swap(side);
    measures_[column] = former;
  }

  // Test after test, what fails goes where missing coordinates go; what passes all is asked the question.
  void part(const Tree::Node& node, std::size_t test) {
    const std::vector<Test>& tests = tests_[index(node.column)];
    if (test == tests.size()) return ask(node);
    const auto& [column, passing] = tests[test];
    inside(column, without(sides_[column], passing), [&] { go(node.left + (node.missing_left ? 0 : 1)); });
    inside(column, meet(sides_[column], passing), [&] { part(node, test + 1); });
  }

  void ask(const Tree::Node& node) {
    const std::size_t column = index(node.column);
    const Runs left = left_of(node);
    inside(column, meet(sides_[column], left), [&] { go(node.left); });
    inside(column, without(sides_[column], left), [&] { go(node.left + 1); });
  }

  Runs left_of(const Tree::Node& node) const {
    const std::size_t column = index(node.column);
    const AtomAxis& axis = out_.axes_[column];
    if (node.categories < 0) return {{0, axis.at(space_.edge_of(column, node.threshold))}};
    Runs left;
    for (std::uint32_t k = 0; k < axis.size(); ++k) {
      const std::uint8_t side = tree_.sides[index(node.categories) + k];
      if (side == Tree::Unknown ? !node.missing_left : side != Tree::Left) continue;
      if (!left.empty() && left.back().end == k) {
        ++left.back().end;
      } else {
        left.push_back({k, k + 1});
      }
    }
    return left;
  }

  void keep(double value) {
    double volume = 1.0;
    for (const double measure : measures_) volume *= measure;
    out_.values_.push_back(value);
    out_.volumes_.push_back(volume);
    out_.measures_.insert(out_.measures_.end(), measures_.begin(), measures_.end());
    for (const Runs& side : sides_) {
      out_.runs_.insert(out_.runs_.end(), side.begin(), side.end());
      out_.first_run_.push_back(out_.runs_.size());
    }
  }

  const SpaceMeasure& space_;
  const Tree& tree_;
  std::span<const double> values_;
  LeafBoxes& out_;
  std::vector<std::vector<Test>> tests_;  // of each column
  std::vector<Runs> sides_;               // of the box
  std::vector<double> measures_;          // of its sides
};

LeafBoxes::LeafBoxes(const SpaceMeasure& space, const Tree& tree, std::span<const double> values)
    : axes_(axes_of(space, tree)), first_run_{0} {
  Walk(space, tree, values, *this).go(0);
}

}  // namespace hone::analysis
