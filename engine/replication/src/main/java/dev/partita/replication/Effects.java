package dev.partita.replication;

import java.util.List;

/**
 * The effects of several partitions of a group in one entry, since an entry has its price whatever
 * is in it.
 *
 * @param effects at least one, all of the same term; of one partition in the order of their log
 *     sequence numbers
 */
public record Effects(List<Effect> effects) implements LogEntry {

  public Effects {
    effects = List.copyOf(effects);
    if (effects.isEmpty()) {
      throw new IllegalArgumentException("There are no effects.");
    }
    long term = effects.getFirst().term();
    if (effects.stream().anyMatch(effect -> effect.term() != term)) {
      throw new IllegalArgumentException("The effects are of several terms.");
    }
  }

  @Override
  public long term() {
    return effects.getFirst().term();
  }
}
