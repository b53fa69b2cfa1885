package dev.partita.index;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.hash.Murmur3;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in documents as the index knows it: properties, and the elements of arrays, which are all
 * one place. Immutable.
 *
 * <p>In keys a path is a hash of 64 bits that is chained step by step, so that it needs no
 * dictionary and a document's paths are hashed while it is walked.
 */
public record IndexPath(List<Step> steps) {

  /** One step down into a value. */
  public sealed interface Step {}

  public record Property(String name) implements Step {}

  /** Into any element of an array. */
  public enum Elements implements Step {
    ALL
  }

  /** The document itself. */
  public static final IndexPath ROOT = new IndexPath(List.of());

  static final long ROOT_HASH = 0;

  public IndexPath {
    steps = List.copyOf(steps);
  }

  /** The path along these properties. */
  public static IndexPath of(String... names) {
    IndexPath path = ROOT;
    for (String name : names) {
      path = path.property(name);
    }
    return path;
  }

  public IndexPath property(String name) {
    return then(new Property(name));
  }

  public IndexPath elements() {
    return then(Elements.ALL);
  }

  /** Whether it leads through arrays, so that an item may have any number of values here. */
  public boolean hasElements() {
    return steps.contains(Elements.ALL);
  }

  /** What stands for the path in keys. */
  public long hash() {
    long hash = ROOT_HASH;
    for (Step step : steps) {
      hash =
          switch (step) {
            case Property(String name) -> hash(hash, name);
            case Elements _ -> elementsHash(hash);
          };
    }
    return hash;
  }

  /** The path as policies and metrics write it, without an ending: {@code /a/[]/"b c"}. */
  @Override
  public String toString() {
    return steps.isEmpty() ? "/" : PathText.of(this);
  }

  static long hash(long parent, String name) {
    return Murmur3.hash128(
            new KeyWriter(9 + name.length()).u64(parent).u8('.').utf8(name).toBytes())
        .h1();
  }

  static long elementsHash(long parent) {
    return Murmur3.hash128(new KeyWriter(9).u64(parent).u8('[').toBytes()).h1();
  }

  private IndexPath then(Step step) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(step);
    return new IndexPath(longer);
  }
}
