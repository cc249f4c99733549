/* A program to time when there is none yet: a matrix product, a sort and a sieve, one second or less in all.
   What it prints must not depend on the flags: time_program.py compares it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 220, COUNT = 600000, LIMIT = 3000000 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];
static unsigned char composite[LIMIT];

/* Small whole numbers as doubles: sums are exact, so the order of additions does not show. */
static double product(void) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = (i * 7 + j * 3) % 11;
      b[i][j] = (i * 5 + j) % 13;
    }
  for (int i = 0; i < SIZE; i++)
    for (int k = 0; k < SIZE; k++)
      for (int j = 0; j < SIZE; j++) c[i][j] += a[i][k] * b[k][j];
  double trace = 0;
  for (int i = 0; i < SIZE; i++) trace += c[i][i];
  return trace;
}

static int less(const void *left, const void *right) {
  const uint32_t x = *(const uint32_t *)left, y = *(const uint32_t *)right;
  return (x > y) - (x < y);
}

static uint32_t sorted(void) {
  uint32_t *numbers = malloc(COUNT * sizeof *numbers), state = 1;
  if (numbers == NULL) exit(1);
  for (int i = 0; i < COUNT; i++) {
    state = state * 1664525u + 1013904223u;
    numbers[i] = state;
  }
  qsort(numbers, COUNT, sizeof *numbers, less);
  const uint32_t middle = numbers[COUNT / 2];
  free(numbers);
  return middle;
}

static int primes(void) {
  int count = 0;
  for (int i = 2; i < LIMIT; i++) {
    if (composite[i]) continue;
    count++;
    for (int64_t j = (int64_t)i * i; j < LIMIT; j += i) composite[j] = 1;
  }
  return count;
}

int main(void) {
  printf("%.0f %u %d\n", product(), sorted(), primes());
  return 0;
}
