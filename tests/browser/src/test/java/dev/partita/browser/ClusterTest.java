package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view of the cluster: of a server that is alone, and with what a cluster would answer. */
final class ClusterTest {

  @RegisterExtension static final Browser BROWSER = new Browser();

  private static final String STATE =
      """
      const node = (number, name, more) => ({ node: number, name, state: 'serving', address: `${name}:8980`,
        endpoint: `http://${name}:8081/`, region: '', zone: `z${number}`, rack: '', cores: 4, answers: true, leads: 1, keeps: 2,
        logBytes: 1048576, diskBytes: 100, diskFreeBytes: 50, cpu: 0.25, version: '1', ...more });
      const replica = (number, more) => ({ node: number, leads: false, takesPart: true, lag: 0, lastIndex: 10, appliedIndex: 10,
        logBytes: 100, elections: 2, isInstalling: false, ...more });
      const state = { isCluster: true, cluster: 'c1', node: 1, health: 'degraded', settings: { replicas: 3 },
        problems: [{ health: 'degraded', what: 'Node c has not answered for 7 s.', remedy: 'Start it again.' }],
        nodes: [node(1, 'a'), node(2, 'b'), node(3, 'c', { answers: false, name: '<b>c</b>' })],
        groups: [{ group: 0, isCatalogue: true, voters: [1, 2, 3], learners: [], bytes: 10, requestUnits: 0, leader: 1,
          replicas: [replica(1, { leads: true }), replica(2), replica(3, { takesPart: false })] },
          { group: 1, isCatalogue: false, voters: [1, 2], learners: [], bytes: 5000, requestUnits: 12.5, leader: 2,
          replicas: [replica(1, { lag: 20000 }), replica(2, { leads: true })] }] };
      """;

  @Test
  void aServerThatIsAloneSaysSo() {
    Page page = BROWSER.open("/cluster");
    page.find(Page.VIEW + ".cluster .pill", "no cluster");
    page.find(Page.VIEW + ".cluster .tile", "partita serve --cluster");
    assertThat(page.driver().getTitle()).startsWith("Cluster");
  }

  @Test
  void isOpenedFromTheStart() {
    Page page = BROWSER.open();
    page.click(".card", "Cluster");
    page.find(Page.VIEW + ".cluster h1", "Cluster");
    assertThat(page.driver().getCurrentUrl()).endsWith("#/cluster");
    page.click(".tab .close");
    page.find(".card", "Cluster");
  }

  @Test
  void showsNodesGroupsAndWhatIsWrong() {
    Page page = BROWSER.open();
    page.find(".card");
    Object shown =
        page.runAsync(
            STATE
                + """
                const { create } = await import('./js/views/cluster.js');
                const tab = create();
                document.body.replaceChildren(tab.element);
                tab.shows(state);
                return 'shown';
                """);
    assertThat(shown).isEqualTo("shown");
    page.find(".pill.warn", "degraded");
    page.find(".cluster-problem", "Start it again.");
    assertThat(page.texts("[aria-label='Nodes'] tbody tr")).hasSize(3);
    page.find("[aria-label='Nodes'] .pill.bad", "silent");
    page.find("[aria-label='Nodes'] strong", "<b>c</b>");
    assertThat(page.texts("[aria-label='Replication groups'] tbody tr").getFirst())
        .contains("catalogue", "leads", "follows", "silent");
    page.find("[aria-label='Replication groups'] .pill.warn", "follows −20,000");
    page.find("[aria-label='Replication groups'] td", "·");
  }
}
