package dev.partita.container.model;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.check.Layer;
import dev.partita.container.repair.RepairLayer;
import dev.partita.partition.IndexKind;
import java.util.List;

/**
 * What a model declares of the data in its containers. Immutable.
 *
 * @param stored its name and its change-log policy, as definitions of containers have them
 * @param indexKinds all kinds of entries that its containers have in the index family
 * @param checks what knows whether its records and entries are sound
 * @param repairs what knows which entries follow from its records
 */
public record Model(
    ContainerModel stored, List<IndexKind> indexKinds, Layer checks, RepairLayer repairs) {

  public Model {
    indexKinds = List.copyOf(indexKinds);
    if (indexKinds.stream().map(IndexKind::letter).distinct().count() < indexKinds.size()) {
      throw new IllegalArgumentException("Two kinds of entries share a letter: " + indexKinds);
    }
  }

  public String name() {
    return stored.name();
  }
}
