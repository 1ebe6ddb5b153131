// Electron 33 has Node-API 9, in which only objects, functions and symbols can be referenced. better-sqlite3 13 is built
// for Node-API 10 and references strings and any other value, too. Included before its sources, this puts such a value
// into an object and references that. It can go with the first runtime that has Node-API 10 (Node 22.14).
#include <napi.h>

namespace boxed {

inline napi_ref Reference(napi_env env, napi_value value, uint32_t count) {
  napi_value box;
  napi_ref reference = nullptr;
  if (napi_create_object(env, &box) == napi_ok && napi_set_element(env, box, 0, value) == napi_ok)
    napi_create_reference(env, box, count, &reference);
  return reference;
}

inline napi_value Value(napi_env env, napi_ref reference) {
  napi_value box;
  napi_value value = nullptr;
  if (napi_get_reference_value(env, reference, &box) == napi_ok && box != nullptr)
    napi_get_element(env, box, 0, &value);
  return value;
}

}  // namespace boxed

#define BOXED(T)                                                                        \
  template <>                                                                           \
  inline Napi::Reference<T> Napi::Reference<T>::New(const T& value, uint32_t count) {   \
    napi_env env = value.Env();                                                         \
    if (value.IsEmpty()) return Reference<T>(env, nullptr);                             \
    return Reference<T>(env, boxed::Reference(env, value, count));                      \
  }                                                                                     \
  template <>                                                                           \
  inline void Napi::Reference<T>::Reset(const T& value, uint32_t count) {               \
    *this = New(value, count);                                                          \
  }                                                                                     \
  template <>                                                                           \
  inline T Napi::Reference<T>::Value() const {                                          \
    return _ref == nullptr ? T() : T(_env, boxed::Value(_env, _ref));                   \
  }

BOXED(Napi::String)
BOXED(Napi::Value)
