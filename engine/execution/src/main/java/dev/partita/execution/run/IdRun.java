package dev.partita.execution.run;

import dev.partita.execution.access.Candidates;
import dev.partita.execution.access.KeyReadAhead;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.RecordKey;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.Clauses;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of results that are made of nothing but the ids of items, in the order of their keys. The
 * index tells exactly which items the filter lets through, and every entry ends with the key of its
 * item, which ends with the id: no item is read.
 */
public final class IdRun implements Run {

  private static final int[] DONE = {};

  private final PageContext context;
  private final Candidates candidates;
  private final Bookmark.@Nullable AtItem from;
  private final Clauses clauses;
  private final Row row;

  /** Behind the last item that is done. */
  private Bookmark.@Nullable AtItem done;

  /**
   * @param candidates exactly the items that the filter lets through
   * @param from behind an item that is done; null for the beginning
   */
  IdRun(PageContext context, Candidates candidates, Bookmark.@Nullable AtItem from) {
    this.context = context;
    context.watch.canStop();
    this.candidates = candidates;
    this.from = from;
    this.done = from;
    this.clauses = context.query.clauses();
    this.row = context.query.compiled().newRow(context.loader.current(), context.execution);
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Ids"));
  }

  @Override
  public @Nullable Bookmark fill() {
    List<ScanFragment> fragments =
        context.fragments.stream()
            .filter(fragment -> from == null || !fragment.isBefore(from.key()))
            .toList();
    byte[] after = from == null ? null : from.key();
    try (KeyReadAhead keys =
        new KeyReadAhead(context.loader, candidates, fragments, after, context.wanted())) {
      for (ScanFragment fragment : fragments) {
        if (!context.admits(fragment)) {
          return done;
        }
        if (!read(fragment, keys)) {
          return context.left() == 0 ? null : done;
        }
        context.open(fragment, from);
        byte[] end = fragment.records().end();
        if (end != null) {
          done = new Bookmark.AtItem(end, DONE);
        }
      }
    }
    return null;
  }

  /** Reads a fragment to its end; false if the page ended before. */
  private boolean read(ScanFragment fragment, KeyReadAhead found) {
    for (List<byte[]> keys = found.next(fragment); keys != null; keys = found.next(fragment)) {
      for (byte[] key : keys) {
        context.watch.onEntry();
        if (!give(fragment, key) || context.left() == 0 || context.watch.pageTimeIsUp()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Gives the result of an item; false if there is no room for it. */
  private boolean give(ScanFragment fragment, byte[] key) {
    JsonValue value = value(key);
    boolean isResult = !value.isUndefined();
    QueryResult result = isResult && context.toSkip() == 0 ? context.loader.result(value) : null;
    if (result != null && !context.page.fits(result)) {
      return false;
    }
    context.open(fragment, from);
    context.loader.onFound(context.ledger, fragment);
    if (result != null) {
      context.give(result, fragment);
    } else if (isResult) {
      context.skips();
    }
    done = new Bookmark.AtItem(key, DONE);
    return true;
  }

  /** What SELECT makes of the item under a key. */
  private JsonValue value(byte[] key) {
    String id = RecordKey.decode(key).idText();
    JsonObject item = JsonObject.builder().put("id", JsonString.of(id)).build();
    clauses.restore(new JsonValue[] {item}, row);
    return clauses.selection().result(row);
  }
}
