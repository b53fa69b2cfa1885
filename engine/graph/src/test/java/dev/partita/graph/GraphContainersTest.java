package dev.partita.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GraphContainersTest {

  private final GraphFixture fixture = new GraphFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void tellsGraphsFromOtherContainers() {
    assertThat(GraphContainers.isGraph(fixture.store.container().definition())).isTrue();
    for (String key : new String[] {"/country", "/id", "/a/b"}) {
      assertThat(
              GraphContainers.isGraph(
                  ContainerDefinition.of(
                      "c", new PartitionScheme.Hashed(PartitionKeyDefinition.hash(key)))))
          .as(key)
          .isFalse();
    }
  }
}
