// The part of Node-API that the addon uses, declared here so that building it needs no headers of Node. Node-API promises these to stay as they are.
#ifndef LOREKEEP_NODE_API_H
#define LOREKEEP_NODE_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef int napi_status; // 0 is success
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);

enum { napi_uint8_array = 1 };

napi_status napi_create_object(napi_env, napi_value *result);
napi_status napi_create_function(napi_env, const char *name, size_t length, napi_callback, void *data, napi_value *result);
napi_status napi_set_named_property(napi_env, napi_value object, const char *name, napi_value value);
napi_status napi_get_cb_info(napi_env, napi_callback_info, size_t *count, napi_value *args, napi_value *self, void **data);
napi_status napi_get_typedarray_info(napi_env, napi_value, int *type, size_t *length, void **data, napi_value *buffer, size_t *offset);
napi_status napi_get_value_double(napi_env, napi_value, double *result);
napi_status napi_throw_range_error(napi_env, const char *code, const char *message);
napi_status napi_throw_type_error(napi_env, const char *code, const char *message);

#endif
