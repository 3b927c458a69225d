// The kernels for processors with AVX2: eight lanes. A product of 8 bits by 7 takes three instructions; sums of two stay below 2^15, so that none saturates.
#pragma GCC target("avx2,fma")
#include <immintrin.h>

#define KERNELS avx2_kernels
#define NAME "avx2"
#define LANES 8
#define TILE_ROWS 4
#define TILE_BLOCKS 1
#define KEY_GROUPS 1

typedef __m256 floats;
typedef __m256i ints;
#define load(p) _mm256_loadu_ps(p)
#define store(p, x) _mm256_storeu_ps(p, x)
#define splat(x) _mm256_set1_ps(x)
#define plus(a, b) _mm256_add_ps(a, b)
#define minus(a, b) _mm256_sub_ps(a, b)
#define times(a, b) _mm256_mul_ps(a, b)
#define fused(a, b, c) _mm256_fmadd_ps(a, b, c)
#define least_of(a, b) _mm256_min_ps(a, b)
#define most_of(a, b) _mm256_max_ps(a, b)
#define absolute(x) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x)
#define to_floats(x) _mm256_cvtepi32_ps(x)
#define bits(x) _mm256_castps_si256(x)
#define numbers_of(x) _mm256_castsi256_ps(x)
#define load_ints(p) _mm256_loadu_si256((const __m256i *)(p))
#define store_ints(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define splat_int(x) _mm256_set1_epi32(x)
#define plus_ints(a, b) _mm256_add_epi32(a, b)
#define minus_ints(a, b) _mm256_sub_epi32(a, b)
#define times_ints(a, b) _mm256_mullo_epi32(a, b)
#define shifted_left(x, n) _mm256_slli_epi32(x, n)
#define dot(sums, codes, weights) \
  _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_maddubs_epi16(codes, weights), _mm256_set1_epi16(1)))

static inline float greatest_lane(floats x) {
  __m128 m = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
  m = _mm_max_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
}

/** The first `count` lanes of x, and `other` in the rest. */
#define first_of(x, count, other) \
  _mm256_blendv_ps(splat(other), x, _mm256_castsi256_ps(_mm256_cmpgt_epi32(splat_int(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))))

/** Whether any of sixteen codes is outside 0 … 127. */
#define is_outside(c) !_mm256_testz_si256(_mm256_or_si256((c)[0], (c)[1]), _mm256_set1_epi32(~127))
#define clamped(x) _mm256_min_epi32(_mm256_max_epi32(x, _mm256_setzero_si256()), _mm256_set1_epi32(127))

static inline __m128i bytes_of(const ints *c) {
  const __m256i pairs = _mm256_permute4x64_epi64(_mm256_packs_epi32(c[0], c[1]), 0xd8);
  return _mm_packs_epi16(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
}

#include "encode-body.h"
