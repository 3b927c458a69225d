// The arithmetic of encode.assembly in C, once for every set of instructions that includes this file. Every number is rounded as there: products are fused where
// the WebAssembly fuses them and nowhere else, and sums are added in the same order (those over the numbers of a row in four lanes), so that the bytes are the same.
// Compiled without contraction of products. Nothing is checked here: addon.c has done it.
#include "encode.h"

#define ALWAYS static inline __attribute__((always_inline))
#define PARTS (16 / LANES) // vectors that sixteen numbers take
#define GELUS (TILE_BLOCKS * PARTS * 2) // vectors of two rows of a tile
#define UNROLL _Pragma("GCC unroll 32")

ALWAYS float sum_of(__m128 x) {
  float lane[4];
  _mm_storeu_ps(lane, x);
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

// ── codes ──

static const float erf_terms[13] = {
  0.00141190598f, -0.00334806196f, 0.00292526314f, -0.00506864468f, 0.0133356179f, -0.0225994869f, 0.0325741405f, -0.0464326884f, 0.062929744f, -0.0809014226f, 0.103037883f, -0.140591874f, 0.282727609f,
};

/** x + |x| erf(|x|/√2), which is twice the GELU of x; several vectors at a time, so that one product need not wait for the other. */
ALWAYS void double_gelu(floats *x, const int count) {
  floats t[GELUS], p[GELUS];
  UNROLL for (int i = 0; i < count; i++) {
    t[i] = fused(least_of(times(x[i], x[i]), splat(25)), splat(0.08f), splat(-1));
    p[i] = splat(erf_terms[0]);
  }
  UNROLL for (int k = 1; k < 13; k++)
    UNROLL for (int i = 0; i < count; i++) p[i] = fused(p[i], t[i], splat(erf_terms[k]));
  UNROLL for (int i = 0; i < count; i++) {
    const floats a = absolute(x[i]);
    x[i] = fused(a, least_of(times(p[i], a), splat(1)), x[i]);
  }
}

ALWAYS uint8_t *codes_of_row(uint8_t *codes, int64_t row, int64_t width) {
  return codes + (((row & ~3) * width + ((row & 3) << 2)) << 2);
}

static void add_entry(uint8_t *spill, int32_t offset, uint32_t rests, int32_t sign) {
  int32_t *count = (int32_t *)spill;
  int32_t *entry = count + 1 + *count * 3;
  entry[0] = offset;
  entry[1] = (int32_t)rests;
  entry[2] = sign;
  ++*count;
}

static __attribute__((noinline)) void spill_codes(const int32_t *values, int32_t at, uint8_t *spill) {
  for (int group = 0; group < 4; group++) {
    uint32_t above = 0, more = 0, below = 0;
    for (int i = 0; i < 4; i++) {
      const int32_t code = values[group * 4 + i];
      const int place = i << 3;
      if (code > 127) {
        above |= (uint32_t)(code - 127 < 127 ? code - 127 : 127) << place;
        if (code == 255) more |= (uint32_t)1 << place;
      } else if (code < 0) below |= (uint32_t)-code << place;
    }
    const int32_t offset = (at + group * 4) << 4;
    if (above) add_entry(spill, offset, above, 1);
    if (more) add_entry(spill, offset, more, 1);
    if (below) add_entry(spill, offset, below, -1);
  }
}

/** The numbers of a coding in all lanes. They are kept in registers: what is written through a pointer to bytes might be anything to the compiler. */
struct coder {
  floats inverse, least, most;
  ints shift;
};

/** `inverse` may differ from that of the coding by a factor. */
ALWAYS struct coder coder_of(const struct coding *coding, float inverse) {
  const struct coder coder = {
    splat(inverse), splat(-(float)coding->zero), splat(255 - (float)coding->zero),
    splat_int(0x4b400000 - coding->zero + coding->window),
  };
  return coder;
}

/** The codes of sixteen numbers of a row; adding a number whose last bit is worth 1 rounds. */
ALWAYS void write_codes(const floats *x, const struct coder *coder, int64_t at, uint8_t *codes, uint8_t *spill) {
  ints code[PARTS];
  UNROLL for (int i = 0; i < PARTS; i++)
    code[i] = minus_ints(bits(plus(least_of(most_of(times(x[i], coder->inverse), coder->least), coder->most), splat(12582912))), coder->shift);
  if (__builtin_expect(is_outside(code), 0)) {
    int32_t values[16];
    for (int i = 0; i < PARTS; i++) store_ints(values + i * LANES, code[i]);
    spill_codes(values, (int32_t)at, spill);
    for (int i = 0; i < PARTS; i++) code[i] = clamped(code[i]);
  }
  const __m128i bytes = bytes_of(code);
  __m128i *to = (__m128i *)(codes + (at << 4));
  _mm_storeu_si128(to, _mm_shuffle_epi32(bytes, 0x00));
  _mm_storeu_si128(to + 4, _mm_shuffle_epi32(bytes, 0x55));
  _mm_storeu_si128(to + 8, _mm_shuffle_epi32(bytes, 0xaa));
  _mm_storeu_si128(to + 12, _mm_shuffle_epi32(bytes, 0xff));
}

static void quantise(const struct quantise *q) {
  const struct coding *coding = &q->coding;
  const struct coder coder = coder_of(coding, coding->inverse);
  const int64_t width = q->width;
  for (int64_t r = 0; r < q->rows; r++) {
    const float *row = q->x + r * q->width;
    uint8_t *spill = coding->spill + r * coding->spill_bytes;
    uint8_t *codes = codes_of_row(coding->codes, r, q->width);
    *(int32_t *)spill = 0;
    for (int64_t i = 0; i < width; i += 16) {
      floats x[PARTS];
      UNROLL for (int k = 0; k < PARTS; k++) x[k] = load(row + i + k * LANES);
      write_codes(x, &coder, i, codes, spill);
    }
  }
}

// ── linear layers ──

/** Where the sums of a tile's row begin: `start`, or that with the products of the row's spill, in `room`. */
static __attribute__((noinline)) const int32_t *spilled(const uint8_t *spill, const int8_t *weights, int64_t stride, const int32_t *start, int blocks, int32_t *room) {
  const int32_t *entry = (const int32_t *)spill + 1;
  for (int b = 0; b < blocks; b++)
    for (int k = 0; k < PARTS; k++) store_ints(room + b * 16 + k * LANES, load_ints(start + b * 16 + k * LANES));
  for (int32_t left = *(const int32_t *)spill; left > 0; left--, entry += 3) {
    const ints rests = splat_int(entry[1]), sign = splat_int(entry[2]);
    for (int b = 0; b < blocks; b++)
      for (int k = 0; k < PARTS; k++) {
        int32_t *to = room + b * 16 + k * LANES;
        const ints w = load_ints(weights + b * stride + entry[0] + k * LANES * 4);
        store_ints(to, plus_ints(load_ints(to), times_ints(dot(splat_int(0), rests, w), sign)));
      }
  }
  return room;
}

ALWAYS void write_gelus(const struct project *p, const int32_t *sums, int64_t row, int64_t n, int rows, const int blocks) {
  const struct coder coder = coder_of(&p->gelu, p->gelu.inverse * 0.5f);
  const int64_t outputs = p->outputs, spill_bytes = p->gelu.spill_bytes;
  const float *scale = p->scale + n, *bias = p->bias + n;
  uint8_t *codes = p->gelu.codes, *spill = p->gelu.spill + row * spill_bytes;
  for (int r = 0; r < rows; r += 2, sums += blocks * 32) {
    floats x[GELUS];
    UNROLL for (int i = 0; i < blocks * PARTS * 2; i++) {
      const int64_t at = i % (blocks * PARTS) * LANES;
      x[i] = fused(to_floats(load_ints(sums + i * LANES)), load(scale + at), load(bias + at));
    }
    double_gelu(x, blocks * PARTS * 2);
    UNROLL for (int i = 0; i < 2; i++, spill += spill_bytes) {
      if (n == 0) *(int32_t *)spill = 0;
      uint8_t *to = codes_of_row(codes, row + r + i, outputs);
      UNROLL for (int b = 0; b < blocks; b++) write_codes(x + (i * blocks + b) * PARTS, &coder, n + b * 16, to, spill);
    }
  }
}

// Not part of the loop of products, which needs all registers for itself.
static __attribute__((noinline)) void write_gelu_tile(const struct project *p, const int32_t *sums, int64_t row, int64_t n, int rows) {
  write_gelus(p, sums, row, n, rows, TILE_BLOCKS);
}

static __attribute__((noinline)) void write_gelu_block(const struct project *p, const int32_t *sums, int64_t row, int64_t n, int rows) {
  write_gelus(p, sums, row, n, rows, 1);
}

/** `rows` rows times `blocks` blocks of sixteen outputs, all of whose sums are in registers; the loop in which most of the time goes. */
ALWAYS void multiply(const struct project *p, int64_t row, int64_t n, const int rows, const int blocks) {
  const int64_t stride = p->inputs << 4;
  const int8_t *w = p->weights + (n >> 4) * stride;
  const uint8_t *codes = p->codes + ((row * p->inputs) << 2);
  int32_t room[TILE_ROWS * TILE_BLOCKS * 16] __attribute__((aligned(64)));
  ints sums[TILE_ROWS][TILE_BLOCKS * PARTS];
  UNROLL for (int r = 0; r < rows; r++) {
    const uint8_t *spill = p->spill + (row + r) * p->spill_bytes;
    const int32_t *start = p->start + n;
    if (*(const int32_t *)spill != 0) start = spilled(spill, w, stride, start, blocks, room);
    UNROLL for (int b = 0; b < blocks * PARTS; b++) sums[r][b] = load_ints(start + b * LANES);
  }
  const uint8_t *more = codes + (p->inputs << 4);
  for (int64_t k = 0; k < stride; k += 64) {
    ints weights[TILE_BLOCKS * PARTS];
    UNROLL for (int b = 0; b < blocks * PARTS; b++) weights[b] = load_ints(w + (b / PARTS) * stride + k + (b % PARTS) * LANES * 4);
    UNROLL for (int r = 0; r < rows; r++) {
      const ints code = splat_int(*(const int32_t *)((r < 4 ? codes : more) + k + (r & 3) * 16));
      UNROLL for (int b = 0; b < blocks * PARTS; b++) sums[r][b] = dot(sums[r][b], code, weights[b]);
    }
  }
  if (p->numbers) {
    UNROLL for (int b = 0; b < blocks * PARTS; b++) {
      const floats scale = load(p->scale + n + b * LANES), bias = load(p->bias + n + b * LANES);
      UNROLL for (int r = 0; r < rows; r++) store(p->numbers + (row + r) * p->outputs + n + b * LANES, fused(to_floats(sums[r][b]), scale, bias));
    }
    return;
  }
  UNROLL for (int r = 0; r < rows; r++)
    UNROLL for (int b = 0; b < blocks * PARTS; b++) store_ints(room + (r * blocks * PARTS + b) * LANES, sums[r][b]);
  (blocks == 1 ? write_gelu_block : write_gelu_tile)(p, room, row, n, rows);
}

ALWAYS void multiply_rows(const struct project *p, int64_t row, int64_t n, const int rows) {
  if (n + TILE_BLOCKS * 16 <= p->outputs) multiply(p, row, n, rows, TILE_BLOCKS);
  else
    for (; n < p->outputs; n += 16) multiply(p, row, n, rows, 1);
}

/** Rows whose codes stay in the processor's cache while all weights pass by. */
#define CHUNK 32

static void project(const struct project *p) {
  for (int64_t first = 0; first < p->rows; first += CHUNK) {
    const int64_t last = first + CHUNK < p->rows ? first + CHUNK : p->rows;
    for (int64_t n = 0; n < p->outputs; n += TILE_BLOCKS * 16) {
      int64_t row = first;
      for (; row + TILE_ROWS <= last; row += TILE_ROWS) multiply_rows(p, row, n, TILE_ROWS);
      for (; row < last; row += 4) multiply_rows(p, row, n, 4);
    }
  }
}

// ── what lies between linear layers ──

/** The four lanes of each row's sum; four rows at a time, so that one addition need not wait for the other. */
ALWAYS void add_rows(float *x, const float *y, int64_t width, const int rows, float *mean) {
  __m128 total[4];
  UNROLL for (int r = 0; r < rows; r++) total[r] = _mm_setzero_ps();
  for (int64_t i = 0; i < width; i += 4) {
    UNROLL for (int r = 0; r < rows; r++) {
      __m128 value = _mm_loadu_ps(x + r * width + i);
      if (y) {
        value = _mm_add_ps(value, _mm_loadu_ps(y + r * width + i));
        _mm_storeu_ps(x + r * width + i, value);
      }
      total[r] = _mm_add_ps(total[r], value);
    }
  }
  UNROLL for (int r = 0; r < rows; r++) mean[r] = sum_of(total[r]) / (float)width;
}

ALWAYS void spread_of_rows(const float *x, int64_t width, const int rows, const float *mean, float epsilon, float *factor) {
  __m128 squares[4];
  UNROLL for (int r = 0; r < rows; r++) squares[r] = _mm_setzero_ps();
  for (int64_t i = 0; i < width; i += 4) {
    UNROLL for (int r = 0; r < rows; r++) {
      const __m128 d = _mm_sub_ps(_mm_loadu_ps(x + r * width + i), _mm_set1_ps(mean[r]));
      squares[r] = _mm_fmadd_ps(d, d, squares[r]);
    }
  }
  UNROLL for (int r = 0; r < rows; r++) factor[r] = 1 / _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(sum_of(squares[r]) / (float)width + epsilon)));
}

ALWAYS void norm_rows(const struct norm *n, int64_t first, const int rows) {
  float mean[4], factor[4];
  float *x = n->x + first * n->width;
  add_rows(x, n->y ? n->y + first * n->width : 0, n->width, rows, mean);
  spread_of_rows(x, n->width, rows, mean, n->epsilon, factor);
  const struct coding *coding = &n->coding;
  const struct coder coder = coder_of(coding, coding->inverse);
  const int64_t width = n->width;
  const float *weight = n->weight, *bias = n->bias;
  for (int r = 0; r < rows; r++) {
    const floats mean_of_row = splat(mean[r]), factor_of_row = splat(factor[r]);
    float *row = x + r * n->width;
    uint8_t *codes = coding->codes ? codes_of_row(coding->codes, first + r, n->width) : 0;
    uint8_t *spill = coding->spill + (first + r) * coding->spill_bytes;
    if (codes) *(int32_t *)spill = 0;
    for (int64_t i = 0; i < width; i += 16) {
      floats value[PARTS];
      UNROLL for (int k = 0; k < PARTS; k++) {
        const int64_t at = i + k * LANES;
        value[k] = plus(times(times(minus(load(row + at), mean_of_row), factor_of_row), load(weight + at)), load(bias + at));
        store(row + at, value[k]);
      }
      if (codes) write_codes(value, &coder, i, codes, spill);
    }
  }
}

static void norm(const struct norm *n) {
  int64_t row = 0;
  for (; row + 4 <= n->rows; row += 4) norm_rows(n, row, 4);
  for (; row < n->rows; row++) norm_rows(n, row, 1);
}

/** Sixteen channels at most, four in a lane each; eight rows at a time, so that one product need not wait for the other. */
ALWAYS void loud_rows(const struct loud *l, int64_t first, const int rows) {
  float inner[8][16] __attribute__((aligned(64)));
  for (int64_t c = 0; c < l->count; c += 4) {
    __m128 total[8];
    UNROLL for (int r = 0; r < rows; r++) total[r] = _mm_loadu_ps(l->bias + c);
    for (int64_t i = 0; i < l->width; i++) {
      const __m128 up = _mm_loadu_ps(l->up + i * l->count + c);
      UNROLL for (int r = 0; r < rows; r++) total[r] = _mm_fmadd_ps(_mm_set1_ps(l->x[(first + r) * l->width + i]), up, total[r]);
    }
    UNROLL for (int r = 0; r < rows; r++) _mm_storeu_ps(inner[r] + c, total[r]);
  }
  for (int r = 0; r < rows; r++) {
    for (int64_t c = l->count; c < 16; c++) inner[r][c] = 0;
    floats gelu[GELUS];
    UNROLL for (int k = 0; k < PARTS; k++) gelu[k] = load(inner[r] + k * LANES);
    double_gelu(gelu, PARTS);
    UNROLL for (int k = 0; k < PARTS; k++) store(inner[r] + k * LANES, times(gelu[k], splat(0.5f)));
    float *out = l->y + (first + r) * l->width;
    for (int64_t i = 0; i < l->width; i += LANES) {
      floats total = load(out + i);
      for (int64_t c = 0; c < l->count; c++) total = fused(splat(inner[r][c]), load(l->down + c * l->width + i), total);
      store(out + i, total);
    }
  }
}

static void loud(const struct loud *l) {
  int64_t row = 0;
  for (; row + 8 <= l->rows; row += 8) loud_rows(l, row, 8);
  for (; row + 4 <= l->rows; row += 4) loud_rows(l, row, 4);
  for (; row < l->rows; row++) loud_rows(l, row, 1);
}

// ── attention ──

/** The keys of sixteen tokens together, one component of all of them after the other; the last token again where there are no more. */
static void turn_over(const float *key, int64_t stride, int64_t tokens, int64_t padded, int64_t size, float *keys) {
  const int64_t last = tokens - 1;
  for (int64_t j = 0; j < padded; j += 4) {
    const float *k[4];
    for (int i = 0; i < 4; i++) k[i] = key + (j + i < last ? j + i : last) * stride;
    float *to = keys + (j & ~15) * size + (j & 15);
    for (int64_t d = 0; d < size; d += 4, to += 64) {
      __m128 a = _mm_loadu_ps(k[0] + d), b = _mm_loadu_ps(k[1] + d), c = _mm_loadu_ps(k[2] + d), e = _mm_loadu_ps(k[3] + d);
      _MM_TRANSPOSE4_PS(a, b, c, e);
      _mm_storeu_ps(to, a);
      _mm_storeu_ps(to + 16, b);
      _mm_storeu_ps(to + 32, c);
      _mm_storeu_ps(to + 48, e);
    }
  }
}

static void gather(const float *from, int64_t stride, int64_t tokens, int64_t size, float *to) {
  for (int64_t j = 0; j < tokens; j++, from += stride, to += size)
    for (int64_t d = 0; d < size; d += LANES) store(to + d, load(from + d));
}

/** Four queries against the keys of `groups` times sixteen tokens. */
ALWAYS void score(const float *const *query, const float *keys, int64_t size, int64_t padded, float *scores, const int groups) {
  floats sums[4][KEY_GROUPS * PARTS];
  UNROLL for (int q = 0; q < 4; q++)
    UNROLL for (int g = 0; g < groups * PARTS; g++) sums[q][g] = splat(0);
  for (int64_t d = 0; d < size; d++) {
    floats key[KEY_GROUPS * PARTS];
    UNROLL for (int g = 0; g < groups * PARTS; g++) key[g] = load(keys + (g / PARTS) * size * 16 + d * 16 + (g % PARTS) * LANES);
    UNROLL for (int q = 0; q < 4; q++) {
      const floats x = splat(query[q][d]);
      UNROLL for (int g = 0; g < groups * PARTS; g++) sums[q][g] = fused(x, key[g], sums[q][g]);
    }
  }
  UNROLL for (int q = 0; q < 4; q++)
    UNROLL for (int g = 0; g < groups * PARTS; g++) store(scores + q * padded + g * LANES, sums[q][g]);
}

/** e to what each score is below the greatest of its row, before the division by their sum; 1 / the sum of each of four rows. */
static void softmax(float *scores, int64_t tokens, int64_t padded, float *factor) {
  floats top[4];
  UNROLL for (int r = 0; r < 4; r++) {
    float *row = scores + r * padded;
    for (int64_t j = padded - 16; j < padded; j += LANES) store(row + j, first_of(load(row + j), (int)(tokens - j), -1e30f));
    floats most = load(row);
    for (int64_t j = LANES; j < padded; j += LANES) most = most_of(most, load(row + j));
    top[r] = splat(greatest_lane(most));
  }
  const floats rounding = splat(12582912);
  for (int64_t j = 0; j < padded; j += LANES) {
    floats n[4], rest[4], e[4];
    UNROLL for (int r = 0; r < 4; r++) {
      const floats x = most_of(minus(load(scores + r * padded + j), top[r]), splat(-87));
      n[r] = fused(x, splat(1.44269504f), rounding);
      rest[r] = fused(minus(n[r], rounding), splat(-0.69314718f), x);
      e[r] = fused(splat(0.00833333333f), rest[r], splat(0.0416666667f));
    }
    UNROLL for (int r = 0; r < 4; r++) e[r] = fused(e[r], rest[r], splat(0.166666667f));
    UNROLL for (int r = 0; r < 4; r++) e[r] = fused(e[r], rest[r], splat(0.5f));
    UNROLL for (int r = 0; r < 4; r++) e[r] = fused(e[r], rest[r], splat(1));
    UNROLL for (int r = 0; r < 4; r++) e[r] = fused(e[r], rest[r], splat(1));
    UNROLL for (int r = 0; r < 4; r++) store(scores + r * padded + j, numbers_of(plus_ints(bits(e[r]), shifted_left(bits(n[r]), 23))));
  }
  __m128 total[4] = { _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps() };
  for (int64_t j = 0; j < padded; j += 4)
    UNROLL for (int r = 0; r < 4; r++) total[r] = _mm_add_ps(total[r], _mm_loadu_ps(scores + r * padded + j));
  UNROLL for (int r = 0; r < 4; r++) factor[r] = 1 / sum_of(total[r]);
}

/** Components of the mixed values of four rows, as many as `vectors` hold; the first `rows` rows are written. */
ALWAYS void mix(const float *values, int64_t size, int64_t tokens, const float *scores, int64_t padded, const float *factor, float *out, int64_t width, int64_t rows, const int vectors) {
  floats sums[4][2];
  UNROLL for (int r = 0; r < 4; r++)
    UNROLL for (int v = 0; v < vectors; v++) sums[r][v] = splat(0);
  for (int64_t j = 0; j < tokens; j++) {
    floats value[2];
    UNROLL for (int v = 0; v < vectors; v++) value[v] = load(values + j * size + v * LANES);
    UNROLL for (int r = 0; r < 4; r++) {
      const floats x = splat(scores[r * padded + j]);
      UNROLL for (int v = 0; v < vectors; v++) sums[r][v] = fused(x, value[v], sums[r][v]);
    }
  }
  UNROLL for (int r = 0; r < 4; r++) {
    if (r < rows) UNROLL for (int v = 0; v < vectors; v++) store(out + r * width + v * LANES, times(sums[r][v], splat(factor[r])));
  }
}

static void attend(const struct attend *a) {
  const int64_t size = a->width / a->heads, padded = (a->tokens + 15) & ~15, stride = a->width * 3;
  for (int64_t h = 0; h < a->heads; h++) {
    const float *queries = a->qkv + h * size;
    turn_over(queries + a->width, stride, a->tokens, padded, size, a->keys);
    gather(queries + a->width * 2, stride, a->tokens, size, a->values);
    for (int64_t i = 0; i < a->asked; i += 4) {
      const float *query[4];
      for (int q = 0; q < 4; q++) query[q] = queries + (i + q < a->tokens ? i + q : a->tokens - 1) * stride;
      int64_t j = 0;
      for (; j + KEY_GROUPS * 16 <= padded; j += KEY_GROUPS * 16) score(query, a->keys + j * size, size, padded, a->scores + j, KEY_GROUPS);
      if (KEY_GROUPS > 2 && j + 32 <= padded) score(query, a->keys + j * size, size, padded, a->scores + j, 2), j += 32;
      for (; j < padded; j += 16) score(query, a->keys + j * size, size, padded, a->scores + j, 1);
      float factor[4];
      softmax(a->scores, a->tokens, padded, factor);
      float *out = a->out + i * a->width + h * size;
      int64_t d = 0;
      for (; d + 2 * LANES <= size; d += 2 * LANES) mix(a->values + d, size, a->tokens, a->scores, padded, factor, out + d, a->width, a->asked - i, 2);
      for (; d < size; d += LANES) mix(a->values + d, size, a->tokens, a->scores, padded, factor, out + d, a->width, a->asked - i, 1);
    }
  }
}

const struct kernels KERNELS = { NAME, project, norm, quantise, loud, attend };
