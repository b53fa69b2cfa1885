package dev.partita.gremlin;

import static org.apache.tinkerpop.gremlin.process.traversal.AnonymousTraversalSource.traversal;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.tinkerpop.gremlin.driver.Cluster;
import org.apache.tinkerpop.gremlin.driver.remote.DriverRemoteConnection;
import org.apache.tinkerpop.gremlin.process.traversal.Operator;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.util.MessageSerializer;
import org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV2;
import org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Round trips of values of every type that drivers can send. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TypesTest {

  private final Endpoint endpoint = Endpoint.withGraph();
  private final List<Cluster> clusters = new ArrayList<>();
  private final Cluster binary = cluster(new GraphBinaryMessageSerializerV1());
  private final Cluster graphson3 = cluster(new GraphSONMessageSerializerV3());
  private final Cluster graphson2 = cluster(new GraphSONMessageSerializerV2());

  private Cluster cluster(MessageSerializer<?> serializer) {
    Cluster cluster =
        Cluster.build("localhost")
            .port(endpoint.port())
            .credentials(Endpoint.USER, Endpoint.KEY)
            .serializer(serializer)
            .minConnectionPoolSize(1)
            .maxConnectionPoolSize(1)
            .create();
    clusters.add(cluster);
    return cluster;
  }

  @AfterAll
  void close() {
    clusters.forEach(Cluster::close);
    endpoint.close();
  }

  /** Values of all formats. */
  @SuppressWarnings("JavaUtilDate") // The formats use this class.
  static Stream<Object> simple() {
    return Stream.of(
        0,
        1 << 20,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        1.0f,
        Float.MAX_VALUE,
        Float.NaN,
        Float.NEGATIVE_INFINITY,
        Math.PI,
        Double.POSITIVE_INFINITY,
        (byte) -128,
        (short) 32_767,
        'ß',
        true,
        false,
        "",
        "ß€😀",
        new BigInteger("9".repeat(40)),
        new BigDecimal("-123456789012345678901234567890.5"),
        UUID.fromString("41d2e28a-20a4-4ab0-b379-d810dede3786"),
        new Date(1_481_750_076_295L),
        Duration.ofNanos(Long.MAX_VALUE),
        Duration.ofSeconds(5, 999_999_999),
        Instant.ofEpochSecond(1_481_750_076L, 295_000_001),
        Period.of(1, 6, 15),
        Period.ofDays(5_000_000),
        LocalDate.of(2016, 1, 1),
        LocalDate.MAX,
        LocalDateTime.of(2016, 1, 1, 12, 30),
        LocalTime.of(12, 30, 45, 999_999_999),
        MonthDay.of(1, 1),
        OffsetDateTime.of(2007, 12, 3, 10, 15, 30, 999_999_999, ZoneOffset.ofHours(1)),
        OffsetTime.of(10, 15, 30, 999_999_999, ZoneOffset.ofHours(1)),
        Year.of(2016),
        Year.of(Year.MAX_VALUE),
        YearMonth.of(2016, 6),
        ZonedDateTime.of(2016, 12, 23, 12, 12, 24, 36, ZoneOffset.ofHours(2)),
        ZoneOffset.ofHoursMinutesSeconds(3, 6, 9),
        InetAddress.ofLiteral("127.0.0.1"),
        InetAddress.ofLiteral("::1"),
        ByteBuffer.wrap(new byte[] {1, 2, 3}));
  }

  /** Lists and maps, which are untyped in GraphSON 2. */
  static Stream<Object> composed() {
    return Stream.of(
        List.of(1.5f, Duration.ofMillis(1_999), Integer.MAX_VALUE, "x"),
        Arrays.asList(true, null, 1_065_353_216, List.of(true, 1.0f)),
        Set.of("a", 2_000_000_000),
        Map.of("x", Instant.ofEpochSecond(1, 999_999_999), "y", List.of(1, 2_000_000)),
        new Timestamp(1_481_750_076_295L),
        T.label,
        Direction.OUT,
        Operator.sum);
  }

  @ParameterizedTest
  @MethodSource({"simple", "composed"})
  void comesBackInGraphBinary(Object value) throws Exception {
    comesBack(binary, value);
  }

  @ParameterizedTest
  @MethodSource({"simple", "composed"})
  void comesBackInGraphson3(Object value) throws Exception {
    comesBack(graphson3, value);
  }

  @ParameterizedTest
  @MethodSource("simple")
  void comesBackAsBytecodeInGraphson2(Object value) {
    assertThat(source(graphson2).inject(0).constant(value).next()).isEqualTo(value);
  }

  private static void comesBack(Cluster cluster, Object value) throws Exception {
    assertThat(source(cluster).inject(0).constant(value).next()).isEqualTo(value);
    assertThat(
            cluster
                .connect()
                .submit("g.inject(0).constant(x)", Map.of("x", value))
                .all()
                .get()
                .getFirst()
                .getObject())
        .isEqualTo(value);
  }

  private static GraphTraversalSource source(Cluster cluster) {
    return traversal().with(DriverRemoteConnection.using(cluster, "g"));
  }
}
