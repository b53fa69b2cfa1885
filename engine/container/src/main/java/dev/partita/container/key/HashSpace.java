package dev.partita.container.key;

import dev.partita.base.bytes.Bytes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The numbers behind effective keys: hashes can be halved and sliced where byte strings cannot. */
enum HashSpace {
  /** 32-bit hashes, encoded as numbers. */
  V1(BigInteger.valueOf(0xFFFFFFFFL)) {
    @Override
    BigInteger hash(byte[] bytes) {
      int first = bytes.length == 0 ? 0 : bytes[0] & 0xFF;
      if (first != ComponentType.NUMBER.mark()) {
        return first < ComponentType.NUMBER.mark() ? BigInteger.ZERO : max;
      }
      double number = ClientEncoding.leadingNumber(bytes);
      return BigInteger.valueOf((long) Math.clamp(number, 0.0, max.doubleValue()));
    }

    @Override
    byte[] bytes(BigInteger hash) {
      return ClientEncoding.number(hash.doubleValue());
    }
  },
  /** The first 16 bytes, of which the two highest bits are free. */
  V2(BigInteger.ONE.shiftLeft(126).subtract(BigInteger.ONE)) {
    @Override
    BigInteger hash(byte[] bytes) {
      return new BigInteger(1, Arrays.copyOf(bytes, 16)).min(max);
    }

    @Override
    byte[] bytes(BigInteger hash) {
      byte[] bytes = new byte[16];
      Bytes.writeLong(bytes, 0, hash.shiftRight(Long.SIZE).longValue());
      Bytes.writeLong(bytes, Long.BYTES, hash.longValue());
      return bytes;
    }
  };

  final BigInteger max;

  HashSpace(BigInteger max) {
    this.max = max;
  }

  /** The space of a definition; none if its keys are not hashed. */
  static Optional<HashSpace> of(PartitionKeyDefinition definition) {
    return switch (definition.kind()) {
      case HASH -> Optional.of(definition.version() == 1 ? V1 : V2);
      case MULTI_HASH -> Optional.of(V2);
      case RANGE -> Optional.empty();
    };
  }

  /** The hash at or before a place. */
  abstract BigInteger hash(byte[] bytes);

  /** The first place that has a hash. */
  abstract byte[] bytes(BigInteger hash);

  /** The places between slices of one size, in order. Clients know this rule too. */
  List<EffectivePartitionKey> boundaries(int slices) {
    BigInteger width = max.divide(BigInteger.valueOf(slices));
    return LongStream.range(1, slices)
        .mapToObj(i -> place(width.multiply(BigInteger.valueOf(i))))
        .toList();
  }

  /**
   * The places to try as the middle of a range, best first. The second one matters if the range has
   * only two hashes: the middle is then its own beginning.
   */
  Stream<EffectivePartitionKey> middles(EffectivePartitionKeyRange range) {
    BigInteger sum = hash(range.min().bytes()).add(hash(range.max().bytes()));
    BigInteger middle = sum.shiftRight(1);
    return Stream.of(middle, middle.add(BigInteger.ONE)).map(this::place);
  }

  private EffectivePartitionKey place(BigInteger hash) {
    return EffectivePartitionKey.of(bytes(hash));
  }
}
