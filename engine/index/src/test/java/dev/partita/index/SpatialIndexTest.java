package dev.partita.index;

import static dev.partita.index.Values.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.Segment;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

/** What is near is found, wherever on the earth or in a plane. */
class SpatialIndexTest {

  private static final IndexPath PLACE = IndexPath.of("place");
  private static final IndexingPolicy EARTH =
      IndexingPolicy.fromJson(
          json("{'spatialIndexes':[{'path':'/place/*','types':['Point','Polygon']}]}"));
  private static final IndexingPolicy PLANE =
      IndexingPolicy.fromJson(
          json(
              "{'spatialIndexes':[{'path':'/*','boundingBox':"
                  + "{'xmin':-10,'ymin':-10,'xmax':10,'ymax':20}}]}"));

  @Provide
  Arbitrary<List<Double>> places() {
    Arbitrary<Double> longitudes =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(-180, 180), Arbitraries.of(-180.0, 180.0, 0.0, 179.999));
    Arbitrary<Double> latitudes =
        Arbitraries.oneOf(
            Arbitraries.doubles().between(-90, 90), Arbitraries.of(-90.0, 90.0, 0.0, 89.999));
    return Combinators.combine(longitudes, latitudes).as(List::of);
  }

  @Property(tries = 300)
  void pointsOnTheEarth(
      @ForAll @Size(min = 1, max = 30) List<@From("places") List<Double>> places,
      @ForAll @DoubleRange(min = 0, max = 3_000_000) double metres) {
    List<JsonValue> shapes = new ArrayList<>();
    places.forEach(place -> shapes.add(point(place.get(0), place.get(1))));
    // Neighbours, some of them across the date line.
    places.forEach(place -> shapes.add(point(nearby(place.get(0)), place.get(1))));
    List<Double> center = places.getFirst();
    Set<Integer> found = near(EARTH, shapes, shapes.getFirst(), metres);
    for (int i = 0; i < shapes.size(); i++) {
      List<Double> place = coordinates(shapes.get(i));
      if (metresBetween(center, place) <= metres) {
        assertThat(found).contains(i);
      }
    }
  }

  @Property(tries = 200)
  void pointsWithinASquare(
      @ForAll("places") List<Double> corner,
      @ForAll @DoubleRange(min = 0, max = 1) double right,
      @ForAll @DoubleRange(min = 0, max = 1) double up) {
    double x = Math.max(-179, corner.get(0) - 2);
    double y = Math.clamp(corner.get(1), -88, 86);
    JsonValue square = square(x, y, 2);
    JsonValue inside = point(x + right * 1.9 + 0.05, y + up * 1.9 + 0.05);
    assertThat(near(EARTH, List.of(inside), square, 0)).contains(0);
    assertThat(near(EARTH, List.of(square), inside, 0)).contains(0);
  }

  @Property(tries = 300)
  void shapesInAPlane(
      @ForAll @Size(min = 1, max = 20) List<@From("places") List<Double>> places,
      @ForAll @DoubleRange(min = 0, max = 30) double distance) {
    List<JsonValue> shapes = new ArrayList<>();
    places.forEach(place -> shapes.add(point(place.get(0) / 8, place.get(1) / 4)));
    List<Double> center = coordinates(shapes.getFirst());
    Set<Integer> found = near(PLANE, shapes, shapes.getFirst(), distance);
    for (int i = 0; i < shapes.size(); i++) {
      List<Double> place = coordinates(shapes.get(i));
      double apart = Math.hypot(place.get(0) - center.get(0), place.get(1) - center.get(1));
      if (apart <= distance) {
        assertThat(found).contains(i);
      }
    }
  }

  @Example
  void whatIsFarIsNotLookedAt() {
    List<JsonValue> shapes = new ArrayList<>();
    for (int x = -180; x < 180; x += 4) {
      for (int y = -88; y <= 88; y += 4) {
        shapes.add(point(x, y));
      }
    }
    shapes.add(square(10, 40, 1));
    shapes.add(square(100, 40, 1));
    assertThat(near(EARTH, shapes, point(10.5, 40.5), 200_000)).hasSizeBetween(2, 20);
  }

  @Example
  void aPolygonThatRunsClockwiseIsAllTheRest() {
    JsonValue rest =
        json("{'type':'Polygon','coordinates':[[[10,10],[10,11],[11,11],[11,10],[10,10]]]}");
    assertThat(near(EARTH, List.of(rest), point(-100, -40), 0)).contains(0);
    assertThat(near(EARTH, List.of(point(-100, -40)), rest, 0)).contains(0);
  }

  @Example
  void whatIsNoShapeIsNowhere() {
    for (String text :
        List.of(
            "{'type':'Point'}",
            "{'type':'Point','coordinates':['a',1]}",
            "{'type':'Circle','coordinates':[1,1]}",
            "{'type':'Polygon','coordinates':[]}",
            "{'type':'MultiPolygon','coordinates':[[[[1]]]]}")) {
      assertThat(near(EARTH, List.of(json(text)), point(1, 1), 1e9)).isEmpty();
      assertThat(new SpatialIndex(null).near(PLACE, json(text), 5)).isEmpty();
    }
    assertThat(near(EARTH, List.of(point(1, 1000)), point(1, 1), 10)).contains(0);
  }

  @Example
  void onlyPathsOfThePolicy() {
    Indexes both = new Indexes(EARTH, List.of(PLANE));
    assertThat(new Indexes(EARTH, List.of()).spatial(PLACE)).contains(new SpatialIndex(null));
    assertThat(new Indexes(EARTH, List.of()).spatial(IndexPath.of("other"))).isEmpty();
    assertThat(new Indexes(EARTH, List.of()).spatial(PLACE.elements())).isPresent();
    assertThat(both.spatial(PLACE)).isEmpty();
  }

  private static Set<Integer> near(
      IndexingPolicy policy, List<JsonValue> shapes, JsonValue center, double distance) {
    DocumentIndexer indexer = new DocumentIndexer(policy);
    try (Store store = new MemoryStore()) {
      for (int i = 0; i < shapes.size(); i++) {
        EntryChange.Item item =
            EntryChange.Item.of(
                new KeySpace(1).prefix(),
                new LogicalKey(new byte[] {(byte) i}, new byte[0]),
                Integer.toString(i).getBytes(StandardCharsets.UTF_8));
        Entries entries = indexer.entries(JsonObject.of("place", shapes.get(i)));
        store.write(EntryChange.between(item, Entries.NONE, entries).writes());
      }
      IndexReader reader =
          new IndexReader(new Segment(store, new KeySpace(1)).reader(ReadOptions.LEADER));
      Set<Integer> found = new HashSet<>();
      SpatialIndex index = new Indexes(policy, List.of()).spatial(PLACE).orElseThrow();
      for (IndexScan scan : index.near(PLACE, center, distance)) {
        assertThat(scan.isPrecise()).isFalse();
        try (IndexCursor cursor = reader.open(scan)) {
          while (cursor.next()) {
            found.add(Integer.valueOf(cursor.item().idText()));
          }
        }
      }
      return found;
    }
  }

  private static JsonObject point(double x, double y) {
    return JsonObject.builder()
        .put("type", "Point")
        .put("coordinates", JsonArray.of(JsonNumber.of(x), JsonNumber.of(y)))
        .build();
  }

  private static JsonObject square(double x, double y, double side) {
    double[][] corners = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}, {x, y}};
    List<JsonValue> ring =
        Arrays.stream(corners)
            .map(c -> (JsonValue) JsonArray.of(JsonNumber.of(c[0]), JsonNumber.of(c[1])))
            .toList();
    return JsonObject.builder()
        .put("type", "Polygon")
        .put("coordinates", JsonArray.of(JsonArray.of(ring)))
        .build();
  }

  private static List<Double> coordinates(JsonValue point) {
    JsonArray array = (JsonArray) ((JsonObject) point).at("coordinates");
    return List.of(
        ((JsonNumber) array.at(0)).doubleValue(), ((JsonNumber) array.at(1)).doubleValue());
  }

  private static double nearby(double longitude) {
    return longitude > 179.9 ? longitude - 359.9 : longitude + 0.1;
  }

  /** On a sphere that is a little larger than the earth, so never less than the real distance. */
  private static double metresBetween(List<Double> a, List<Double> b) {
    double y1 = Math.toRadians(a.get(1));
    double y2 = Math.toRadians(b.get(1));
    double half = Math.sin((y2 - y1) / 2);
    double side = Math.sin(Math.toRadians(b.get(0) - a.get(0)) / 2);
    double h = half * half + Math.cos(y1) * Math.cos(y2) * side * side;
    return 2 * 6_400_000 * Math.asin(Math.min(1, Math.sqrt(h)));
  }
}
