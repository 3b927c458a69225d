// What a build of the kernels offers. encode.assembly says what each function does; every one of them leaves the same bytes as the WebAssembly of the relaxed build.
#ifndef LOREKEEP_ENCODE_H
#define LOREKEEP_ENCODE_H

#include <stdint.h>

/** How numbers become codes, and where those and their spill go. */
struct coding {
  float inverse;
  int32_t zero, window;
  uint8_t *codes, *spill;
  int64_t spill_bytes;
};

struct project {
  const uint8_t *codes, *spill;
  int64_t spill_bytes, rows, inputs;
  const int8_t *weights;
  const int32_t *start;
  const float *scale, *bias;
  int64_t outputs;
  float *numbers; // where numbers come out; 0 where the codes of their GELU do
  struct coding gelu;
};

struct norm {
  float *x;
  const float *y; // 0 where nothing is added
  int64_t rows, width;
  const float *weight, *bias;
  float epsilon;
  struct coding coding; // codes 0: none are written
};

struct quantise {
  const float *x;
  int64_t rows, width;
  struct coding coding;
};

struct loud {
  const float *x;
  float *y;
  int64_t rows, width;
  const float *up, *bias, *down;
  int64_t count;
};

struct attend {
  const float *qkv;
  int64_t tokens, asked, width, heads;
  float *out, *keys, *values, *scores;
};

struct kernels {
  const char *name;
  void (*project)(const struct project *);
  void (*norm)(const struct norm *);
  void (*quantise)(const struct quantise *);
  void (*loud)(const struct loud *);
  void (*attend)(const struct attend *);
};

extern const struct kernels avx512_kernels, avx2_kernels;

#endif
