package dev.partita.gremlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Concurrent changes of the same elements. */
final class ContentionTest {

  private static final int CLIENTS = 8;

  private final Endpoint endpoint = Endpoint.withGraph();

  @AfterEach
  void close() {
    endpoint.close();
  }

  /**
   * Work of one of several clients, on a connection of its own; returns the number of successes.
   */
  private interface Work {
    int run(RawConnection connection, int number) throws Exception;
  }

  private int together(Work work) throws Exception {
    List<RawConnection> connections = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      connections.add(RawConnection.authenticated(endpoint));
    }
    int succeeded = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        all.add(threads.submit(() -> work.run(connections.get(number), number)));
      }
      for (Future<Integer> each : all) {
        succeeded += each.get();
      }
    }
    return succeeded;
  }

  private static boolean isDone(String answer) {
    assertThat(answer).containsAnyOf("\"code\":20", "\"x-ms-status-code\":412");
    return answer.contains("\"code\":20");
  }

  private String value(String script) throws InterruptedException {
    String answer = RawConnection.authenticated(endpoint).ask(script);
    return answer.substring(answer.indexOf("\"data\":"));
  }

  @Test
  void everyCountThatWasAcknowledgedCounts() throws Exception {
    RawConnection first = RawConnection.authenticated(endpoint);
    String _ =
        first.ask("g.addV('c').property('id','cnt').property('country','p1').property('n',0)");

    int acknowledged =
        together(
            (connection, _) -> {
              int done = 0;
              for (int i = 0; i < 25; i++) {
                done +=
                    isDone(
                            connection.ask(
                                "g.V('cnt').has('country','p1')"
                                    + ".property('n', math('_ + 1').by('n'))"))
                        ? 1
                        : 0;
              }
              return done;
            });

    assertThat(acknowledged).isEqualTo(25 * CLIENTS);
    assertThat(value("g.V('cnt').values('n')")).startsWith("\"data\":[" + acknowledged + "]");
  }

  @Test
  void aClaimHasOneWinner() throws Exception {
    for (int round = 0; round < 20; round++) {
      String id = "claim" + round;
      RawConnection first = RawConnection.authenticated(endpoint);
      String _ =
          first.ask(
              "g.addV('c').property('id','%s').property('country','p1').property('owner','none')"
                  .formatted(id));

      int winners =
          together(
              (connection, number) ->
                  connection
                          .ask(
                              ("g.V(['p1','%s']).has('owner','none').property('owner','u%d')"
                                      + ".values('owner')")
                                  .formatted(id, number))
                          .contains("\"u" + number + "\"")
                      ? 1
                      : 0);

      assertThat(winners).isOne();
    }
  }

  @Test
  void everyoneWhoMergesSucceedsAndThereIsOne() throws Exception {
    for (int round = 0; round < 10; round++) {
      int each = round;
      int succeeded =
          together(
              (connection, _) ->
                  isDone(
                          connection.ask(
                              ("g.mergeV([(T.id):'v%1$d',country:'p1'])"
                                   + ".mergeV([(T.label):'named',country:'p1',name:'n%1$d'])"
                                   + ".mergeE([(T.label):'to',(Direction.OUT):'v%1$d',(Direction.IN):'v0'])")
                                  .formatted(each)))
                      ? 1
                      : 0);
      assertThat(succeeded).isEqualTo(CLIENTS);
    }

    assertThat(value("g.V().hasLabel('named').count()")).startsWith("\"data\":[10]");
    assertThat(value("g.V().has('country','p1').count()")).startsWith("\"data\":[20]");
    assertThat(value("g.E().count()")).startsWith("\"data\":[10]");
  }

  @Test
  void theOldWayToAddWhatIsMissingAddsItOnce() throws Exception {
    int succeeded =
        together(
            (connection, _) ->
                isDone(
                        connection.ask(
                            "g.V().has('country','p1').has('name','x').fold()"
                                + ".coalesce(unfold(), addV('v').property('country','p1')"
                                + ".property('name','x'))"))
                    ? 1
                    : 0);

    assertThat(succeeded).isEqualTo(CLIENTS);
    assertThat(value("g.V().has('country','p1').count()")).startsWith("\"data\":[1]");
  }

  @Test
  void whatAProfileChangesIsChangedOverWhatItHasRead() throws Exception {
    RawConnection first = RawConnection.authenticated(endpoint);
    String _ =
        first.ask("g.addV('c').property('id','cnt').property('country','p1').property('n',0)");

    int acknowledged =
        together(
            (connection, _) ->
                isDone(
                        connection.ask(
                            "g.V('cnt').has('country','p1').property('n',"
                                + " math('_ + 1').by('n')).executionProfile()"))
                    ? 1
                    : 0);

    assertThat(value("g.V('cnt').values('n')")).startsWith("\"data\":[" + acknowledged + "]");
  }
}
