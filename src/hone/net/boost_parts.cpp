// SPDX-License-Identifier: MIT
// The bodies of everything in Asio and Beast that is not a template (BOOST_ASIO_SEPARATE_COMPILATION).
#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
