package dev.partita.admin.partitions;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.telemetry.ContainerNames;
import dev.partita.throughput.Load;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All containers, page by page. Only those on the page are looked at. */
public final class ContainerViews {

  /** A place in the list. */
  private record Place(String database, String container) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::database).thenComparing(Place::container);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }

    /** What the next page is asked for with. Names have no control characters. */
    String token() {
      byte[] text = (database + "\n" + container).getBytes(StandardCharsets.UTF_8);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    static Place of(String token) {
      try {
        String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        if (end >= 0) {
          return new Place(text.substring(0, end), text.substring(end + 1));
        }
      } catch (IllegalArgumentException e) {
        throw invalid(token);
      }
      throw invalid(token);
    }

    private static DatabaseException invalid(String token) {
      return DatabaseException.badRequest("The value of after is not from an earlier page.")
          .with("after", token);
    }
  }

  private record Listed(Place place, ContainerRecord record) {}

  private final Catalogue catalogue;
  private final Containers containers;
  private final ContainerNames names;
  private final Function<ContainerModel, String> apis;

  /**
   * @param apis which API containers of a model belong to
   */
  public ContainerViews(
      Catalogue catalogue,
      Containers containers,
      ContainerNames names,
      Function<ContainerModel, String> apis) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.names = names;
    this.apis = apis;
  }

  /**
   * A page of the containers, in the order of their databases' names and their own.
   *
   * @param database the only database to look at, or null
   * @param contains what their names contain, whatever its case, or null
   * @param after from an earlier page, or null for the first
   * @param figures whether to say what each container holds and does
   */
  public JsonObject list(
      @Nullable String database,
      @Nullable String contains,
      int limit,
      @Nullable String after,
      boolean figures) {
    Place from = after == null ? null : Place.of(after);
    String part = contains == null ? "" : contains;
    Map<Integer, DatabaseRecord> databases = records();
    List<Listed> found = new ArrayList<>();
    for (ContainerRecord record : catalogue.containers()) {
      DatabaseRecord owner = databases.get(record.database());
      if (owner == null) {
        continue;
      }
      Place place = new Place(names.database(owner), record.name());
      if ((database == null || place.database().equals(database))
          && containsIgnoringCase(record.name(), part)
          && (from == null || place.compareTo(from) > 0)) {
        found.add(new Listed(place, record));
      }
    }
    found.sort(Comparator.comparing(Listed::place));
    List<Listed> page = found.subList(0, Math.min(limit, found.size()));
    JsonObject.Builder json =
        JsonObject.builder()
            .put(
                "containers",
                JsonArray.of(page.stream().map(each -> document(each, figures)).toList()));
    if (page.size() < found.size()) {
      json.put("next", page.getLast().place().token());
    }
    return json.build();
  }

  /** All databases in the order of their names, with how many containers they have. */
  public JsonObject databases() {
    Map<Integer, Integer> counts = new HashMap<>();
    catalogue.containers().forEach(each -> counts.merge(each.database(), 1, Integer::sum));
    return JsonObject.builder()
        .put(
            "databases",
            JsonArray.of(
                records().values().stream()
                    .sorted(Comparator.comparing(names::database))
                    .map(
                        database ->
                            JsonObject.builder()
                                .put("database", names.database(database))
                                .put("account", database.account())
                                .put("containers", counts.getOrDefault(database.number(), 0))
                                .build())
                    .toList()))
        .build();
  }

  private static boolean containsIgnoringCase(String name, String part) {
    for (int i = 0; i + part.length() <= name.length(); i++) {
      if (name.regionMatches(true, i, part, 0, part.length())) {
        return true;
      }
    }
    return false;
  }

  private Map<Integer, DatabaseRecord> records() {
    Map<Integer, DatabaseRecord> databases = new HashMap<>();
    for (String account : catalogue.accounts()) {
      catalogue.databases(account).forEach(database -> databases.put(database.number(), database));
    }
    return databases;
  }

  private JsonObject document(Listed listed, boolean figures) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("database", listed.place().database())
            .put("container", listed.place().container())
            .put("api", apis.apply(listed.record().definition().model()))
            .put("partitionKeyPaths", paths(listed.record()));
    if (!figures) {
      return json.build();
    }
    return containers
        .container(listed.record().number())
        .map(container -> measured(json, container))
        .orElseGet(json::build);
  }

  static JsonArray paths(ContainerRecord record) {
    return record.definition().scheme() instanceof PartitionScheme.Hashed(var definition)
        ? JsonArray.of(
            definition.paths().stream().map(path -> JsonString.of(path.toString())).toList())
        : JsonArray.EMPTY;
  }

  private JsonObject measured(JsonObject.Builder json, Container container) {
    long storageBytes = 0;
    long items = 0;
    double ruLastSecond = 0;
    long throttledLastMinute = 0;
    List<OwnedPartition> partitions = container.partitions();
    for (OwnedPartition owned : partitions) {
      storageBytes += owned.partition().state().sizeBytes();
      items += owned.partition().state().recordCount();
      Load load = owned.admission().load();
      ruLastSecond += load.lastSecond().requestUnits();
      throttledLastMinute += load.minuteThrottled();
    }
    return json.put("partitions", partitions.size())
        .put("storageBytes", storageBytes)
        .put("items", items)
        .put("throughput", Throughput.of(catalogue, container))
        .put("ruLastSecond", Texts.rounded(ruLastSecond))
        .put("throttledLastMinute", throttledLastMinute)
        .build();
  }
}
