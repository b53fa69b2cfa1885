package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.IndexKind;
import dev.partita.partition.RecordKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of the entries that a container's policies bring about, for those who read them without
 * having asked for them. Immutable.
 */
public final class EntryFormat {

  /** The kinds of entries that policies bring about. */
  public static final List<IndexKind> KINDS =
      List.of(
          IndexKind.derived(EntryKeys.RANGE, "terms of one path"),
          IndexKind.derived(EntryKeys.COMPOSITE, "terms of composite indexes"),
          IndexKind.derived(EntryKeys.SPATIAL, "cells of shapes"));

  private final Map<Long, List<CompositeIndex.Column>> composites = new HashMap<>();

  public EntryFormat(List<IndexingPolicy> policies) {
    for (IndexingPolicy policy : policies) {
      policy.composites().forEach(index -> composites.put(index.hash(), index.columns()));
    }
  }

  /**
   * Whether this is an entry of the index.
   *
   * @param suffix a key of the index family without the segment's number
   */
  public boolean isEntry(byte[] suffix) {
    return suffix.length > 0
        && switch (suffix[0]) {
          case EntryKeys.RANGE, EntryKeys.COMPOSITE, EntryKeys.SPATIAL -> true;
          default -> false;
        };
  }

  /**
   * The item that an entry leads to.
   *
   * @throws DatabaseException CORRUPT if the entry is not of a form that a policy asks for
   */
  public RecordKey target(byte[] suffix) {
    int offset = EntryKeys.TERMS_OFFSET;
    if (suffix.length < offset + 1) {
      throw corrupt(suffix);
    }
    TermReader term = new TermReader();
    return switch (suffix[0]) {
      case EntryKeys.RANGE -> EntryKeys.parseItem(suffix, term.at(suffix, offset, false));
      case EntryKeys.COMPOSITE -> EntryKeys.parseItem(suffix, endOfColumns(suffix, offset, term));
      case EntryKeys.SPATIAL -> EntryKeys.parseItem(suffix, offset + Long.BYTES);
      default -> throw corrupt(suffix);
    };
  }

  private int endOfColumns(byte[] suffix, int start, TermReader term) {
    int offset = start;
    List<CompositeIndex.Column> columns = composites.get(Bytes.readLong(suffix, 1));
    if (columns == null) {
      throw corrupt(suffix);
    }
    for (CompositeIndex.Column column : columns) {
      offset = term.at(suffix, offset, column.descending());
    }
    return offset;
  }

  private static DatabaseException corrupt(byte[] suffix) {
    return new DatabaseException(ErrorCode.CORRUPT, "An index entry is of no known index.")
        .with("entry", Bytes.hex(suffix));
  }
}
