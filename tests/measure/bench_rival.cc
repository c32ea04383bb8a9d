// SPDX-License-Identifier: MIT
// The same call as bench_hash.c's SHA-256, in a loop of google-benchmark.
#include <benchmark/benchmark.h>

#include <vector>

extern "C" int CryptHash(int digest_bits, const unsigned char *message,
    unsigned long long bits, unsigned char *digest);

static void
sha256(benchmark::State &state)
{
	std::vector<unsigned char> message(65536);
	unsigned char digest[32];

	for (auto _ : state) {
		CryptHash(256, message.data(), 8ULL * message.size(), digest);
		benchmark::DoNotOptimize(digest);
	}
}

BENCHMARK(sha256);
BENCHMARK_MAIN();
