// A Node-API addon without state, without libc and without files: its functions take the runtime's memory and the places in it, check every place
// against the memory's length, and compute there. The module has one object of functions for each set of instructions that this processor has, the best one first.
#include <cpuid.h>
#include "encode.h"
#include "node-api.h"

#define EXPORTED __attribute__((visibility("default")))
#define MOST_ARGUMENTS 18

/** The arguments of a call, and whether all that was asked of them so far holds. */
struct call {
  uint8_t *memory;
  int64_t length;
  double value[MOST_ARGUMENTS];
  int is_refused;
};

/** A whole number from `least` to `most`. */
static int64_t whole(struct call *c, int at, int64_t least, int64_t most) {
  const double value = c->value[at];
  if (value >= (double)least && value <= (double)most && value == (double)(int64_t)value) return (int64_t)value;
  c->is_refused = 1;
  return least;
}

/** Counts are small enough for the product of any three of them. */
static int64_t count(struct call *c, int at, int64_t least) {
  return whole(c, at, least, 1 << 20);
}

static int64_t multiple_of_16(struct call *c, int at) {
  const int64_t value = count(c, at, 16);
  if (value % 16 != 0) c->is_refused = 1;
  return value;
}

/** The place of `bytes` bytes, all of which are in the memory. */
static void *place(struct call *c, int at, int64_t bytes) {
  const int64_t start = whole(c, at, 0, (int64_t)1 << 40);
  if (start % 4 == 0 && start <= c->length && bytes <= c->length - start) return c->memory + start;
  c->is_refused = 1;
  return c->memory;
}

static int is_given(const struct call *c, int at) {
  return c->value[at] != 0;
}

/** Codes and spills of `rows` rows that are written: `first` is the place of inverse, zero and window. */
static struct coding coding_of(struct call *c, int codes, int first, int spill, int64_t rows, int64_t width) {
  struct coding coding = { 0 };
  coding.inverse = (float)c->value[first];
  coding.zero = (int32_t)whole(c, first + 1, 0, 255);
  coding.window = (int32_t)whole(c, first + 2, 0, 127);
  coding.codes = place(c, codes, ((rows + 3) & ~3) * width * 4);
  coding.spill_bytes = count(c, spill + 1, 4 + width / 4 * 24);
  if (coding.spill_bytes % 4 != 0) c->is_refused = 1;
  coding.spill = place(c, spill, rows * coding.spill_bytes);
  return coding;
}

/** Spills are read as they are in the memory, so every place that they name is checked too. */
static void check_spills(struct call *c, const struct project *p) {
  for (int64_t row = 0; row < p->rows; row++) {
    const int32_t *spill = (const int32_t *)(p->spill + row * p->spill_bytes);
    if (*spill < 0 || *spill > (p->spill_bytes - 4) / 12) c->is_refused = 1;
    for (int32_t i = 0; i < *spill && !c->is_refused; i++) {
      const int32_t offset = spill[1 + i * 3];
      if (offset < 0 || offset > p->inputs * 16 - 64) c->is_refused = 1;
    }
  }
}

static void call_project(struct call *c, const struct kernels *kernels) {
  struct project p = { 0 };
  p.rows = count(c, 3, 0);
  if (p.rows % 4 != 0) c->is_refused = 1;
  p.inputs = multiple_of_16(c, 4);
  p.outputs = multiple_of_16(c, 9);
  p.codes = place(c, 0, p.rows * p.inputs * 4);
  p.spill_bytes = count(c, 2, 4);
  if (p.spill_bytes % 4 != 0) c->is_refused = 1;
  p.spill = place(c, 1, p.rows * p.spill_bytes);
  p.weights = place(c, 5, p.inputs * p.outputs);
  p.start = place(c, 6, p.outputs * 4);
  p.scale = place(c, 7, p.outputs * 4);
  p.bias = place(c, 8, p.outputs * 4);
  if (is_given(c, 11)) p.gelu = coding_of(c, 10, 12, 15, p.rows, p.outputs);
  else p.numbers = place(c, 10, p.rows * p.outputs * 4);
  if (!c->is_refused) check_spills(c, &p);
  if (!c->is_refused) kernels->project(&p);
}

static void call_norm(struct call *c, const struct kernels *kernels) {
  struct norm n = { 0 };
  n.rows = count(c, 2, 0);
  n.width = multiple_of_16(c, 3);
  n.x = place(c, 0, n.rows * n.width * 4);
  if (is_given(c, 1)) n.y = place(c, 1, n.rows * n.width * 4);
  n.weight = place(c, 4, n.width * 4);
  n.bias = place(c, 5, n.width * 4);
  n.epsilon = (float)c->value[6];
  if (is_given(c, 7)) n.coding = coding_of(c, 7, 8, 11, n.rows, n.width);
  if (!c->is_refused) kernels->norm(&n);
}

static void call_quantise(struct call *c, const struct kernels *kernels) {
  struct quantise q = { 0 };
  q.rows = count(c, 1, 0);
  q.width = multiple_of_16(c, 2);
  q.x = place(c, 0, q.rows * q.width * 4);
  q.coding = coding_of(c, 3, 4, 7, q.rows, q.width);
  if (!c->is_refused) kernels->quantise(&q);
}

static void call_loud(struct call *c, const struct kernels *kernels) {
  struct loud l = { 0 };
  l.rows = count(c, 2, 0);
  l.width = multiple_of_16(c, 3);
  l.count = whole(c, 7, 4, 16);
  if (l.count % 4 != 0) c->is_refused = 1;
  l.x = place(c, 0, l.rows * l.width * 4);
  l.y = place(c, 1, l.rows * l.width * 4);
  l.up = place(c, 4, l.width * l.count * 4);
  l.bias = place(c, 5, l.count * 4);
  l.down = place(c, 6, l.width * l.count * 4);
  if (!c->is_refused) kernels->loud(&l);
}

static void call_attend(struct call *c, const struct kernels *kernels) {
  struct attend a = { 0 };
  a.tokens = count(c, 1, 1);
  a.asked = whole(c, 2, 0, a.tokens);
  a.width = multiple_of_16(c, 3);
  a.heads = count(c, 4, 1);
  const int64_t size = a.width / a.heads, padded = (a.tokens + 15) & ~15;
  if (size == 0 || size % 16 != 0 || size * a.heads != a.width) c->is_refused = 1;
  a.qkv = place(c, 0, a.tokens * a.width * 12);
  a.out = place(c, 5, a.asked * a.width * 4);
  a.keys = place(c, 6, padded * size * 4);
  a.values = place(c, 7, padded * size * 4);
  a.scores = place(c, 8, padded * 16);
  if (!c->is_refused) kernels->attend(&a);
}

// ── what JavaScript sees ──

/** A function of the module: the kernels that it runs, and how its arguments are read. */
struct function {
  const char *name;
  const struct kernels *kernels;
  size_t arguments;
  void (*call)(struct call *, const struct kernels *);
};

#define FUNCTIONS 5
#define FUNCTIONS_OF(kernels) { \
  { "project", &kernels, 18, call_project }, { "addAndNorm", &kernels, 14, call_norm }, \
  { "quantise", &kernels, 10, call_quantise }, { "addLoud", &kernels, 9, call_loud }, \
  { "attend", &kernels, 11, call_attend } }

static const struct function avx512_functions[FUNCTIONS] = FUNCTIONS_OF(avx512_kernels);
static const struct function avx2_functions[FUNCTIONS] = FUNCTIONS_OF(avx2_kernels);

/** (memory: Uint8Array, ...numbers), as many numbers as the function of the WebAssembly kernel takes. */
static napi_value run(napi_env env, napi_callback_info info) {
  napi_value given[1 + MOST_ARGUMENTS];
  size_t given_count = 1 + MOST_ARGUMENTS;
  void *data;
  if (napi_get_cb_info(env, info, &given_count, given, 0, &data) != 0) return 0;
  const struct function *function = data;
  struct call call;
  call.is_refused = 0;
  int type;
  size_t length;
  void *memory;
  if (given_count != 1 + function->arguments ||
      napi_get_typedarray_info(env, given[0], &type, &length, &memory, 0, 0) != 0 || type != napi_uint8_array) {
    napi_throw_type_error(env, 0, "A native kernel takes the bytes of the memory and as many numbers as it has arguments.");
    return 0;
  }
  call.memory = memory;
  call.length = (int64_t)length;
  for (size_t i = 0; i < function->arguments; i++)
    if (napi_get_value_double(env, given[1 + i], &call.value[i]) != 0) {
      napi_throw_type_error(env, 0, "The arguments of a native kernel are numbers.");
      return 0;
    }
  function->call(&call, function->kernels);
  if (call.is_refused) napi_throw_range_error(env, 0, "A native kernel was given a place outside the memory, or a size that it does not take.");
  return 0;
}

static void offer(napi_env env, napi_value exports, const struct function *functions) {
  napi_value object;
  if (napi_create_object(env, &object) != 0) return;
  for (int i = 0; i < FUNCTIONS; i++) {
    napi_value function;
    if (napi_create_function(env, functions[i].name, (size_t)-1, run, (void *)&functions[i], &function) != 0) return;
    if (napi_set_named_property(env, object, functions[i].name, function) != 0) return;
  }
  napi_set_named_property(env, exports, functions[0].kernels->name, object);
}

/** The registers that the operating system keeps for a thread: bits of XCR0. */
static uint32_t kept_registers(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

#define HAS(bits, wanted) (((bits) & (wanted)) == (wanted))

EXPORTED napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !HAS(c, bit_OSXSAVE | bit_AVX | bit_FMA)) return exports;
  const uint32_t registers = kept_registers();
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !HAS(b, bit_AVX2) || !HAS(registers, 0x06)) return exports;
  if (HAS(b, bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL) && HAS(c, bit_AVX512VNNI) && HAS(registers, 0xe6))
    offer(env, exports, avx512_functions);
  offer(env, exports, avx2_functions);
  return exports;
}

EXPORTED int32_t node_api_module_get_api_version_v1(void) {
  return 8;
}
