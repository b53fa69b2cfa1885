package dev.partita.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.query.Evaluation;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.spatial.Geospatial;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpatialFunctionsTest {

  private static final ContainerTraits PLANE =
      new ContainerTraits(Geospatial.GEOMETRY, Map.of(), ComputedProperties.NONE);

  private static final String BOX = polygon("[-60,20],[70,20],[70,70],[-60,70],[-60,20]");

  /** Results of the service: on the earth the southern edge of the box runs far to the north. */
  @Test
  void edgesAreTheShortestWaysOnTheEarth() {
    String point = "ST_WITHIN(" + point("0,40") + ", " + BOX + ")";
    String line = "ST_INTERSECTS({'type':'LineString','coordinates':[[0,0],[0,40]]}, " + BOX + ")";
    assertThat(Evaluation.value(point)).isEqualTo(JsonBoolean.FALSE);
    assertThat(Evaluation.value(line)).isEqualTo(JsonBoolean.FALSE);
    assertThat(onPlane(point)).isEqualTo(JsonBoolean.TRUE);
    assertThat(onPlane(line)).isEqualTo(JsonBoolean.TRUE);
  }

  /** A degree of the equator, a quarter of a meridian, and zero. */
  @ParameterizedTest
  @CsvSource({
    "'0,0', '1,0', 111319.49079327357",
    "'0,0', '0,90', 10001965.729312",
    "'5,5','5,5',0"
  })
  void distancesAreInMetres(String from, String to, double metres) {
    JsonValue distance = Evaluation.value("ST_DISTANCE(" + point(from) + ", " + point(to) + ")");
    assertThat(((JsonNumber) distance).doubleValue()).isCloseTo(metres, within(1e-5));
  }

  @Test
  void distancesAreInUnitsOnThePlane() {
    assertThat(onPlane("ST_DISTANCE(" + point("0,0") + ", " + point("3,4") + ")"))
        .isEqualTo(JsonNumber.of(5));
  }

  @Test
  void areasAreInSquareMetres() {
    String expression =
        "ST_AREA(" + polygon("[31.8,-5],[32,-5],[32,-4.7],[31.8,-4.7],[31.8,-5]") + ")";
    assertThat(((JsonNumber) Evaluation.value(expression)).doubleValue())
        .isCloseTo(735970283.0522614, within(0.1));
    Evaluation.check("ST_AREA(" + point("1,1") + ")", "0");
  }

  @Test
  void aRingTheOtherWayRoundIsTheRestOfTheEarth() {
    String counterClockwise = polygon("[0,0],[10,0],[10,10],[0,10],[0,0]");
    String clockwise = polygon("[0,0],[0,10],[10,10],[10,0],[0,0]");
    Evaluation.check("ST_WITHIN(" + point("5,5") + ", " + counterClockwise + ")", "true");
    Evaluation.check("ST_WITHIN(" + point("50,5") + ", " + counterClockwise + ")", "false");
    Evaluation.check("ST_WITHIN(" + point("5,5") + ", " + clockwise + ")", "false");
    Evaluation.check("ST_WITHIN(" + point("50,5") + ", " + clockwise + ")", "true");
  }

  @Test
  void holesAreOutside() {
    String holed =
        "{'type':'Polygon','coordinates':[[[0,0],[10,0],[10,10],[0,10],[0,0]],"
            + "[[4,4],[4,6],[6,6],[6,4],[4,4]]]}";
    Evaluation.check("ST_WITHIN(" + point("5,5") + ", " + holed + ")", "false");
    Evaluation.check("ST_WITHIN(" + point("2,2") + ", " + holed + ")", "true");
  }

  @Test
  void validity() {
    Evaluation.check("ST_ISVALID(" + point("10,20") + ")", "true");
    Evaluation.check("ST_ISVALID(" + point("10,91") + ")", "false");
    Evaluation.check("ST_ISVALID(" + point("181,0") + ")", "false");
    assertThat(onPlane("ST_ISVALID(" + point("181,91") + ")")).isEqualTo(JsonBoolean.TRUE);
    Evaluation.check("ST_ISVALID(" + polygon("[0,0],[1,0],[1,1],[0,1]") + ")", "false");
    Evaluation.check("ST_ISVALIDDETAILED(" + point("10,20") + ")", "{\"valid\":true}");
    Evaluation.check(
        "ST_ISVALIDDETAILED(" + point("10,91") + ")",
        "{\"valid\":false,\"reason\":\"Latitude values must be between -90 and 90 degrees.\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "'ST_DISTANCE(42, 1)'",
    "'ST_WITHIN({}, [])'",
    "'ST_INTERSECTS(''a'', null)'",
    "ST_AREA(1)"
  })
  void whatIsNoShapeIsUndefined(String expression) {
    Evaluation.check(expression, "undefined");
  }

  private static String point(String coordinates) {
    return "{'type':'Point','coordinates':[" + coordinates + "]}";
  }

  private static String polygon(String ring) {
    return "{'type':'Polygon','coordinates':[[" + ring + "]]}";
  }

  private static JsonValue onPlane(String expression) {
    return Evaluation.results("SELECT VALUE " + expression, List.of(), PLANE).getFirst();
  }
}
