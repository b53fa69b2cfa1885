package dev.partita.container.group;

import dev.partita.container.catalogue.CatalogueEffect;
import dev.partita.replication.Effect;
import dev.partita.replication.Effects;
import dev.partita.replication.GroupSnapshot;
import dev.partita.replication.LogEntry;
import dev.partita.replication.Proposable;
import dev.partita.replication.StateMachine;
import java.util.List;

/**
 * The state of the catalogue's group: what is applied reaches the store, and then the catalogue of
 * this node, before anyone hears that it is applied. Used as {@link StateMachine} says.
 */
record CatalogueStateMachine(StateMachine store, ReplicatedCatalogue catalogue)
    implements StateMachine {

  @Override
  public long appliedIndex() {
    return store.appliedIndex();
  }

  @Override
  public long durableIndex() {
    return store.durableIndex();
  }

  @Override
  public List<Proposable> apply(long index, long term, LogEntry entry) {
    List<Proposable> refused = store.apply(index, term, entry);
    if (entry instanceof Effects(List<Effect> effects)) {
      for (Effect effect : effects) {
        if (!refused.contains(effect)) {
          catalogue.apply(CatalogueEffect.read(effect));
        }
      }
    }
    return refused;
  }

  @Override
  public GroupSnapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public void install(GroupSnapshot snapshot) {
    store.install(snapshot);
    catalogue.replaced();
  }
}
