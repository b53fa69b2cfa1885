package dev.partita.execution.run;

import dev.partita.document.ItemScan;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.QueryResult;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A page of a query that must see its items as a whole, or whose place cannot be written down in
 * the space that a continuation has. The plain executor runs from the beginning, and the results of
 * earlier pages are passed over.
 */
public final class WholeRun implements Run {

  private final PageContext context;

  WholeRun(PageContext context) {
    this.context = context;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Whole"));
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    try (AllItems items = new AllItems()) {
      Iterator<JsonValue> results =
          context.query.compiled().execute(() -> items, context.execution);
      for (long given = 0; given < context.givenBefore && results.hasNext(); given++) {
        results.next();
      }
      while (results.hasNext()) {
        QueryResult result = context.loader.result(results.next());
        if (!context.page.fits(result)) {
          return new Bookmark.AfterResults(0);
        }
        context.give(result, context.fragments.getFirst());
      }
      return null;
    }
  }

  /** The items of all fragments. Those that pages before have read are free. */
  private final class AllItems implements Iterator<JsonObject>, AutoCloseable {
    private int fragment = -1;
    private long read;
    private @Nullable ItemScan scan;
    private boolean onItem;

    @Override
    public boolean hasNext() {
      while (!onItem && fragment < context.fragments.size()) {
        if (scan != null && scan.next()) {
          onItem = true;
        } else {
          close();
          fragment++;
          scan =
              fragment < context.fragments.size()
                  ? context.loader.scan(context.fragments.get(fragment))
                  : null;
        }
      }
      return onItem;
    }

    @Override
    public JsonObject next() {
      if (!hasNext() || scan == null) {
        throw new NoSuchElementException();
      }
      onItem = false;
      if (++read > context.readBefore) {
        context.loader.onRead(
            scan.item().jsonBytes(), context.ledger, context.fragments.get(fragment));
        context.loader.onMatch();
      }
      return context.loader.load(scan.item());
    }

    @Override
    public void close() {
      if (scan != null) {
        scan.close();
        scan = null;
      }
    }
  }
}
