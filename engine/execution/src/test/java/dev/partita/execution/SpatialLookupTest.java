package dev.partita.execution;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.spatial.Geospatial;
import dev.partita.testkit.TestEngine;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shapes are found by their index, and the same ones as without it. */
final class SpatialLookupTest {

  private static final String EARTH = "{'spatialIndexes':[{'path':'/place/*','types':['Point']}]}";
  private static final String PLANE =
      "{'spatialIndexes':[{'path':'/place/*','boundingBox':"
          + "{'xmin':-100,'ymin':-50,'xmax':100,'ymax':50}}]}";

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final SplittableRandom random = new SplittableRandom(5);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void onTheEarth() {
    compare(EARTH, Geospatial.GEOGRAPHY, 3_000_000);
  }

  @Test
  void inAPlane() {
    compare(PLANE, Geospatial.GEOMETRY, 40);
  }

  @Test
  void anIndexOfTheEarthIsOfNoUseInAPlane() {
    Items items = items("c", EARTH);
    Fixture.put(items, "{'id':'1','pk':'p','place':{'type':'Point','coordinates':[10,80]}}");
    QueryRequest far =
        QueryRequest.of(
                "SELECT VALUE 1 FROM c WHERE ST_DISTANCE(c.place,"
                    + " {'type':'Point','coordinates':[10,0]}) < 81")
            .withTraits(traits(Geospatial.GEOMETRY));

    assertThat(queries.page(items, far).values()).hasSize(1);
  }

  private void compare(String policy, Geospatial space, double reach) {
    Items indexed = items("indexed", policy);
    Items plain = fixture.items("plain", "/pk");
    for (int i = 0; i < 300; i++) {
      String document =
          "{'id':'%d','pk':'p%d','place':%s}"
              .formatted(i, i % 7, i % 50 == 0 ? "{'type':'Point'}" : shape());
      Fixture.put(indexed, document);
      Fixture.put(plain, document);
    }
    long found = 0;
    long read = 0;
    for (int i = 0; i < 200; i++) {
      QueryRequest request =
          QueryRequest.of("SELECT VALUE c.id FROM c WHERE " + filter(reach))
              .withTraits(traits(space));
      QueryPage page = queries.page(indexed, request);
      assertThat(page.values()).as(request.text()).isEqualTo(queries.page(plain, request).values());
      found += page.results().size();
      read += page.metrics().retrievedCount();
    }
    assertThat(found).isPositive();
    assertThat(read).isLessThan(200 * 300 / 2);
  }

  private String filter(double reach) {
    double distance = reach * random.nextDouble() * random.nextDouble();
    return switch (random.nextInt(5)) {
      case 0 -> "ST_DISTANCE(c.place, %s) < %s".formatted(shape(), distance);
      case 1 -> "%2$s >= ST_DISTANCE(%1$s, c.place)".formatted(shape(), distance);
      case 2 -> "ST_WITHIN(c.place, %s)".formatted(polygon());
      case 3 -> "ST_INTERSECTS(c.place, %s)".formatted(shape());
      default ->
          "NOT (ST_DISTANCE(c.place, %s) > %s) AND c.pk != 'p3'".formatted(shape(), distance);
    };
  }

  private String shape() {
    return switch (random.nextInt(4)) {
      case 0 -> polygon();
      case 1 ->
          "{'type':'LineString','coordinates':[[%s,%s],[%s,%s]]}".formatted(x(), y(), x(), y());
      default -> "{'type':'Point','coordinates':[%s,%s]}".formatted(x(), y());
    };
  }

  /** A square, now and then the other way round. */
  private String polygon() {
    double x = x();
    double y = y();
    double side = 0.1 + 15 * random.nextDouble() * random.nextDouble();
    return random.nextInt(30) == 0
        ? ("{'type':'Polygon','coordinates':[[[%1$s,%2$s],[%1$s,%4$s],[%3$s,%4$s],[%3$s,%2$s],"
                + "[%1$s,%2$s]]]}")
            .formatted(x, y, x + side, y + side)
        : ("{'type':'Polygon','coordinates':[[[%1$s,%2$s],[%3$s,%2$s],[%3$s,%4$s],[%1$s,%4$s],"
                + "[%1$s,%2$s]]]}")
            .formatted(x, y, x + side, y + side);
  }

  private double x() {
    return random.nextInt(-90, 90) + random.nextInt(2) * random.nextDouble();
  }

  private double y() {
    return random.nextInt(-45, 45) + random.nextInt(2) * random.nextDouble();
  }

  private Items items(String name, String policy) {
    return fixture.items(
        ContainerDefinition.of(name, TestEngine.scheme("/pk"))
            .withIndexing(IndexingPolicy.fromJson(json(policy))));
  }

  private static ContainerTraits traits(Geospatial space) {
    return new ContainerTraits(
        space, ContainerTraits.DEFAULT.vectors(), ContainerTraits.DEFAULT.computed());
  }
}
