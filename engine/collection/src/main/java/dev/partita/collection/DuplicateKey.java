package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import java.io.Serial;

/** A write that would give two documents the same key in an index that has each only once. */
public final class DuplicateKey extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String index;
  private final transient BsonDocument pattern;
  private final transient BsonDocument values;

  /**
   * @param values by path
   */
  DuplicateKey(String index, BsonDocument pattern, BsonDocument values) {
    super("Another document has the same key in the index " + index + ".", null, false, false);
    this.index = index;
    this.pattern = pattern;
    this.values = values;
  }

  /** The name of the index. */
  public String index() {
    return index;
  }

  public BsonDocument pattern() {
    return pattern;
  }

  public BsonDocument values() {
    return values;
  }
}
