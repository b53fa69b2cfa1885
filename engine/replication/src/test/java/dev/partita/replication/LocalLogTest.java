package dev.partita.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import org.junit.jupiter.api.Test;

class LocalLogTest {

  private static final byte[] KEY = {1};
  private static final byte[] VALUE = {2};

  private final MemoryStore store = new MemoryStore();
  private final ReplicationLog log = new LocalLog(store);

  @Test
  void hasTheEffectVisibleWhenItIsDurable() {
    log.propose(effect()).visible().join();

    assertThat(store.get(Family.ITEMS, KEY)).isEqualTo(VALUE);
    assertThat(store.get(Family.LOG, KEY)).isEqualTo(VALUE);
  }

  @Test
  void saysSoWhenTheEffectWillNotHappen() {
    store.close();

    assertThatThrownBy(() -> log.propose(effect()))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }

  private static Effect effect() {
    return new Effect(
        1, 0, 1, 1, 1, 1, new Batch().put(Family.ITEMS, KEY, VALUE).put(Family.LOG, KEY, VALUE));
  }
}
