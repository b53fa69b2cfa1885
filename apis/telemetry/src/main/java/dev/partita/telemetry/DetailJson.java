package dev.partita.telemetry;

import dev.partita.advice.ValueHash;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The details of a request in the form of the log: docs/formats/request-log.md. Ids and the values
 * of documents are always hashed; keys and the values of filters if that is wanted. Immutable.
 */
final class DetailJson {

  private static final int DOCUMENT_PATHS_MAX = 24;
  private static final int DEPTH_MAX = 3;

  private final ValueHash hash;
  private final boolean hidden;

  /**
   * @param hidden whether keys and the values of filters are hashed, too
   */
  DetailJson(ValueHash hash, boolean hidden) {
    this.hash = hash;
    this.hidden = hidden;
  }

  boolean hidden() {
    return hidden;
  }

  /** Hashes of the components of a key, as a text that is an array; empty if that is no key. */
  List<String> hashesOf(PartitionKey key) {
    return key.components().stream().map(each -> ValueHash.text(hash.of(each))).toList();
  }

  /** Adds what is known of a request. */
  void put(RequestDetail detail, JsonObject.Builder json) {
    if (detail.operations() > 0) {
      json.put("scope", detail.scope().name().toLowerCase(Locale.ROOT))
          .put("operations", detail.operations());
    }
    if (detail.items().size() == 1) {
      json.put("id", ValueHash.text(hash.of(JsonString.of(detail.items().getFirst().id()))));
    }
    List<String> items = new ArrayList<>();
    for (RequestDetail.Item item : detail.items()) {
      if (item.key() != null) {
        items.add(ValueHash.text(hash.item(item.key(), item.id())));
      }
    }
    if (!items.isEmpty()) {
      json.put("items", strings(items));
    }
    if (detail.partitions() > 0) {
      json.put("partitions", detail.partitions());
    }
    if (!detail.patched().isEmpty()) {
      json.put("changes", strings(detail.patched()));
    }
    if (detail.document() != null) {
      JsonObject.Builder values = JsonObject.builder();
      int[] left = {DOCUMENT_PATHS_MAX};
      values(detail.document(), new ArrayList<>(), left, values);
      json.put("writtenBytes", JsonWriter.bytes(detail.document()).length)
          .put("document", values.build());
    }
    if (detail.filter() != null) {
      put(new FilterSummary(detail.filter()), json);
    }
  }

  private void put(FilterSummary filter, JsonObject.Builder json) {
    List<JsonValue> equalities = new ArrayList<>();
    filter
        .equalities()
        .forEach(
            (path, values) -> {
              JsonObject.Builder equality = JsonObject.builder().put("path", path);
              if (hidden) {
                equality.put("hash", ValueHash.text(hash.of(values.getFirst())));
              } else {
                equality.put("value", values.getFirst());
              }
              if (values.size() > 1) {
                equality.put("choices", values.size());
              }
              equalities.add(equality.build());
            });
    json.put("shape", filter.shape()).put("filter", JsonArray.of(equalities));
  }

  private void values(
      JsonObject object, List<String> names, int[] left, JsonObject.Builder values) {
    object.forEach(
        member -> {
          boolean system = names.isEmpty() && member.name().startsWith("_");
          if (left[0] <= 0 || system) {
            return;
          }
          names.add(member.name());
          if (member.value() instanceof JsonObject inner) {
            if (names.size() < DEPTH_MAX) {
              values(inner, names, left, values);
            }
          } else if (!(member.value() instanceof JsonArray)) {
            left[0]--;
            values.put(
                JsonPath.of(names.toArray(String[]::new)).toString(),
                ValueHash.text(hash.of(member.value())));
          }
          names.removeLast();
        });
  }

  static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::of).toList());
  }
}
