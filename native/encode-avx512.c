// The kernels for processors with AVX-512 and its VNNI: sixteen lanes, and one instruction for four products and their sum.
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")
#include <immintrin.h>

#define KERNELS avx512_kernels
#define NAME "avx512-vnni"
#define LANES 16
#define TILE_ROWS 8
#define TILE_BLOCKS 3
#define KEY_GROUPS 4

typedef __m512 floats;
typedef __m512i ints;
#define load(p) _mm512_loadu_ps(p)
#define store(p, x) _mm512_storeu_ps(p, x)
#define splat(x) _mm512_set1_ps(x)
#define plus(a, b) _mm512_add_ps(a, b)
#define minus(a, b) _mm512_sub_ps(a, b)
#define times(a, b) _mm512_mul_ps(a, b)
#define fused(a, b, c) _mm512_fmadd_ps(a, b, c)
#define least_of(a, b) _mm512_min_ps(a, b)
#define most_of(a, b) _mm512_max_ps(a, b)
#define absolute(x) _mm512_abs_ps(x)
#define greatest_lane(x) _mm512_reduce_max_ps(x)
#define to_floats(x) _mm512_cvtepi32_ps(x)
#define bits(x) _mm512_castps_si512(x)
#define numbers_of(x) _mm512_castsi512_ps(x)
#define load_ints(p) _mm512_loadu_si512(p)
#define store_ints(p, x) _mm512_storeu_si512(p, x)
#define splat_int(x) _mm512_set1_epi32(x)
#define plus_ints(a, b) _mm512_add_epi32(a, b)
#define minus_ints(a, b) _mm512_sub_epi32(a, b)
#define times_ints(a, b) _mm512_mullo_epi32(a, b)
#define shifted_left(x, n) _mm512_slli_epi32(x, n)
#define dot(sums, codes, weights) _mm512_dpbusd_epi32(sums, codes, weights)

/** The first `count` lanes of x, and `other` in the rest. */
#define first_of(x, count, other) \
  _mm512_mask_mov_ps(splat(other), _mm512_cmpgt_epi32_mask(splat_int(count), _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), x)

/** Whether any of sixteen codes is outside 0 … 127. */
#define is_outside(c) _mm512_test_epi32_mask((c)[0], _mm512_set1_epi32(~127))
#define clamped(x) _mm512_min_epi32(_mm512_max_epi32(x, _mm512_setzero_si512()), _mm512_set1_epi32(127))
#define bytes_of(c) _mm512_cvtepi32_epi8((c)[0])

#include "encode-body.h"
