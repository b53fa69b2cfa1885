package dev.partita.collection;

import java.io.Serial;

/** A document with an array on the path of the shard key, which belongs to no partition. */
public final class ShardKeyArray extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  ShardKeyArray(String path) {
    super(
        "Shard key cannot contain array values or array descendants: " + path, null, false, false);
  }
}
