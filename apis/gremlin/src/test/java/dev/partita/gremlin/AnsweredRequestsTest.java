package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.gremlin.AnsweredRequest.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports of requests to the observer for metrics and the request log. */
final class AnsweredRequestsTest {

  private final Endpoint endpoint = Endpoint.withGraph();

  @BeforeEach
  void forget() throws InterruptedException {
    AnsweredRequest created = endpoint.next();
    assertThat(created.kind()).isEqualTo(Kind.CREATE_GRAPH);
    assertThat(created.status()).isEqualTo(201);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void tellsWhatATraversalCame() throws InterruptedException {
    assertThat(endpoint.script("g.addV('city').property('id','ghent').property('country','BE')"))
        .contains("ghent");
    AnsweredRequest added = endpoint.next();
    assertThat(added.kind()).isEqualTo(Kind.CHANGE);
    assertThat(added.status()).isEqualTo(200);
    assertThat(added.requestUnits()).isGreaterThan(1);

    assertThat(endpoint.script("g.V('ghent').has('country','BE')")).contains("ghent");
    AnsweredRequest read = endpoint.next();
    assertThat(read.kind()).isEqualTo(Kind.READ);
    assertThat(read.database()).isEqualTo("db");
    assertThat(read.graph()).isEqualTo("graph");
    assertThat(read.partition()).isPresent();
    assertThat(read.requestUnits()).isPositive();
    assertThat(read.nanos()).isPositive();
    assertThat(read.bytes()).isPositive();
  }

  @Test
  void tellsWhichPartitionOnlyIfItWasOne() throws InterruptedException {
    assertThat(endpoint.script("g.V().count()")).contains("[0]");
    assertThat(endpoint.next().partition()).isEmpty();
  }

  @Test
  void tellsOfFailures() throws InterruptedException {
    assertThat(endpoint.script("g.V().nonsense()")).contains("GraphCompileException");
    AnsweredRequest wrong = endpoint.next();
    assertThat(wrong.status()).isEqualTo(400);

    assertThat(endpoint.script("g.addV('city')")).contains("partition key");
    assertThat(endpoint.next().status()).isEqualTo(400);

    assertThat(endpoint.http("POST", Endpoint.USER, "d3Jvbmc=", "{}").statusCode()).isEqualTo(401);
    AnsweredRequest refused = endpoint.next();
    assertThat(refused.kind()).isEqualTo(Kind.OTHER);
    assertThat(refused.status()).isEqualTo(401);

    assertThat(
            endpoint
                .http("POST", "/dbs/db/colls/other", Endpoint.KEY, "{\"gremlin\":\"g.V()\"}")
                .statusCode())
        .isEqualTo(404);
    assertThat(endpoint.next().status()).isEqualTo(404);
  }

  @Test
  void hasStatusesThatCanBeCounted() throws InterruptedException {
    RawConnection connection = RawConnection.authenticated(endpoint);
    assertThat(endpoint.next().status()).isEqualTo(200);
    connection.send(RawConnection.framed("text/plain", ""));
    assertThat(connection.answer()).contains("\"code\":498");
    AnsweredRequest malformed = endpoint.next();
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.subStatus()).isEqualTo(1004);

    assertThat(
            connection.ask(
                "g.inject(1).repeat(identity()).until(constant(1).is(2))",
                ",\"evaluationTimeout\":50"))
        .contains("\"code\":598");
    AnsweredRequest late = endpoint.next();
    assertThat(late.status()).isEqualTo(408);
    assertThat(late.subStatus()).isEqualTo(1009);
  }
}
