// SPDX-License-Identifier: MIT
#include "hone/gp/kernel.hpp"

namespace hone::gp {
namespace {

Kernel single(Factor factor) {
  Kernel kernel;
  kernel.factors.push_back(std::move(factor));
  kernel.terms.push_back({0});
  return kernel;
}

// Both lists of factors behind each other, and how far the second one moved.
Kernel join_factors(const Kernel& a, const Kernel& b, int& shift) {
  Kernel out;
  out.factors = a.factors;
  out.factors.insert(out.factors.end(), b.factors.begin(), b.factors.end());
  shift = static_cast<int>(a.factors.size());
  return out;
}

void add_shifted(std::vector<int>& term, const std::vector<int>& factors, int shift) {
  for (const int factor : factors) term.push_back(factor + shift);
}

}  // namespace

Kernel matern32(Factor::Scope scope) { return single({.kind = FactorKind::Matern32, .scope = scope}); }
Kernel matern52(Factor::Scope scope) { return single({.kind = FactorKind::Matern52, .scope = scope}); }
Kernel rbf(Factor::Scope scope) { return single({.kind = FactorKind::Rbf, .scope = scope}); }
Kernel overlap() { return rbf(Factor::Scope::Categorical); }

Kernel linear(double origin) {
  return single({.kind = FactorKind::Linear, .scope = Factor::Scope::Numeric, .origin = origin});
}

Kernel over_columns(Kernel kernel, const std::vector<int>& columns) {
  for (Factor& factor : kernel.factors) {
    factor.scope = Factor::Scope::Listed;
    factor.columns = columns;
  }
  return kernel;
}

Kernel operator+(const Kernel& a, const Kernel& b) {
  int shift = 0;
  Kernel out = join_factors(a, b, shift);
  out.terms = a.terms;
  for (const auto& term : b.terms) add_shifted(out.terms.emplace_back(), term, shift);
  return out;
}

Kernel operator*(const Kernel& a, const Kernel& b) {
  int shift = 0;
  Kernel out = join_factors(a, b, shift);
  for (const auto& left : a.terms) {
    for (const auto& right : b.terms) {
      out.terms.push_back(left);
      add_shifted(out.terms.back(), right, shift);
    }
  }
  return out;
}

}  // namespace hone::gp
