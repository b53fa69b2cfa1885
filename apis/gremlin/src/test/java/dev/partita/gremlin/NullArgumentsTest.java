package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Null as each argument of every step: an error of the client, or a value like any other. */
final class NullArgumentsTest {

  private final Endpoint endpoint = new Endpoint(options -> options.withEvaluationMillis(2_000));

  @BeforeEach
  void createGraph() {
    endpoint.createGraph();
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void areTheMistakeOfWhoSendsThem() throws Exception {
    RawConnection connection = RawConnection.authenticated(endpoint);
    String _ =
        connection.ask(
            "g.addV('c').property('id','a').property('country','p').property('n',1).as('a')"
                + ".addE('e').to('a').property('w',1)");
    List<String> scripts = new ArrayList<>();
    for (String step : new TreeSet<>(Vocabulary.STEPS)) {
      for (String arguments :
          List.of(
              "null",
              "null,null",
              "null,null,null",
              "'n',null",
              "null,'n'",
              "single,null,1",
              "identity(),null",
              "local,null",
              "[null:null]",
              "within(null)")) {
        scripts.add("g.V().%s(%s)".formatted(step, arguments));
      }
      scripts.add("g.inject('x').%s(null)".formatted(step));
      scripts.add("g.inject(null).%s(null,null)".formatted(step));
    }
    for (String modulated :
        List.of(
            "order()",
            "group()",
            "project('a')",
            "path()",
            "dedup()",
            "valueMap('n')",
            "math('_+1')",
            "choose(id())",
            "aggregate('x')",
            "where(eq('a'))",
            "tree()",
            "select('a')",
            "groupCount()",
            "addE('x')",
            "mergeV([country:'p'])",
            "repeat(out()).times(1)")) {
      for (String modulator :
          List.of(
              "by(null)",
              "by(null,null)",
              "by('n',null)",
              "by(null,desc)",
              "option(null,null)",
              "option(null)",
              "option(onMatch,null)",
              "from(null)",
              "to(null)",
              "with(null)",
              "with(null,null)",
              "until(null)",
              "emit(null)",
              "times(null)",
              "as(null)")) {
        scripts.add("g.V().as('a').%s.%s".formatted(modulated, modulator));
      }
    }
    for (String source :
        List.of(
            "with(null)",
            "with(null,null)",
            "with('evaluationTimeout',null)",
            "withSack(null)",
            "withSack(null,null)",
            "withSideEffect('a',null)",
            "withSideEffect(null,null)",
            "withStrategies(null)",
            "withoutStrategies(null)",
            "withBulk(null)",
            "withPath(null)",
            "withStrategies(new PartitionStrategy(partitionKey: null, readPartitions: null))",
            "withStrategies(new SubgraphStrategy(vertices: null))")) {
      scripts.add("g." + source + ".V().values('n')");
      scripts.add("g." + source + ".addV().property('country','p')");
    }

    List<String> failed = new ArrayList<>();
    for (String script : scripts) {
      String answer = connection.ask(script);
      if (answer.contains("InternalServerException")) {
        failed.add(script + " → " + answer);
      }
    }

    assertThat(failed).isEmpty();
    assertThat(connection.ask("g.inject(1)")).contains("\"code\":200");
  }
}
