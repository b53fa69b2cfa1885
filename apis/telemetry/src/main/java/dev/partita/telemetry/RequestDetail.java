package dev.partita.telemetry;

import dev.partita.advice.RequestShape.Scope;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemOperation;
import dev.partita.json.JsonObject;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request is about, more exactly than anyone counts: for advice on partition keys. Worked
 * out only for requests that are logged. Immutable.
 *
 * @param key the full partition key; null if none was given, or several
 * @param items as many as are kept
 * @param operations how many there are
 * @param document what is written, if it is one document
 * @param patched the paths that a patch changes
 * @param filter of a query; null if it has none
 * @param partitions how many physical partitions were charged; 0 if nobody counted
 */
public record RequestDetail(
    Scope scope,
    @Nullable PartitionKey key,
    List<Item> items,
    int operations,
    @Nullable JsonObject document,
    List<String> patched,
    @Nullable Predicate filter,
    int partitions) {

  /** An item that a request is about. */
  public record Item(@Nullable PartitionKey key, String id) {}

  /** How many items of a request are kept. */
  static final int ITEMS_MAX = 100;

  /** Nothing is known. */
  public static final RequestDetail NONE =
      new RequestDetail(Scope.SINGLE, null, List.of(), 0, null, List.of(), null, 0);

  public RequestDetail {
    items = List.copyOf(items.subList(0, Math.min(items.size(), ITEMS_MAX)));
    patched = List.copyOf(patched);
  }

  /** Of one operation on an item. */
  public static RequestDetail of(@Nullable PartitionKey key, ItemOperation operation) {
    String id = operation.itemId();
    return new RequestDetail(
        Scope.SINGLE,
        key,
        id == null ? List.of() : List.of(new Item(key, id)),
        1,
        document(operation),
        operation instanceof ItemOperation.Patch patch
            ? patch.patch().operations().stream().map(each -> each.path().toString()).toList()
            : List.of(),
        null,
        1);
  }

  private static @Nullable JsonObject document(ItemOperation operation) {
    return switch (operation) {
      case ItemOperation.Create(var document) -> document;
      case ItemOperation.CreateNew(var document) -> document;
      case ItemOperation.Upsert(var document, _) -> document;
      case ItemOperation.MergeOrCreate(var document, _) -> document;
      case ItemOperation.Replace(_, var document, _) -> document;
      case ItemOperation.Merge(_, var members, _, _) -> members;
      case ItemOperation.Patch _,
          ItemOperation.Delete _,
          ItemOperation.Read _,
          ItemOperation.Expire _ ->
          null;
    };
  }

  /** Of operations that were sent together, each of them for itself. */
  public static RequestDetail ofBulk(List<Item> items, int operations) {
    return new RequestDetail(Scope.BULK, null, items, operations, null, List.of(), null, 0);
  }

  /** Of several operations in one request, on items of one partition key. */
  public static RequestDetail of(Scope scope, PartitionKey key, List<ItemOperation> operations) {
    List<Item> items = new ArrayList<>();
    for (ItemOperation operation : operations) {
      String id = operation.itemId();
      if (id != null && items.size() < ITEMS_MAX) {
        items.add(new Item(key, id));
      }
    }
    return new RequestDetail(scope, key, items, operations.size(), null, List.of(), null, 1);
  }

  /** Of a query. */
  public static RequestDetail of(Predicate filter, int partitions) {
    return new RequestDetail(Scope.SINGLE, null, List.of(), 0, null, List.of(), filter, partitions);
  }
}
