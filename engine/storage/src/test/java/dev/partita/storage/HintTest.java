package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HintTest {

  @Test
  void isThereBeforeTheStoreIsOpen(@TempDir Path folder) {
    try (Store store = RocksStore.open(StoreOptions.in(folder))) {
      assertThat(store).isNotNull();
      assertThat(Hint.ofScripts(folder).isGiven()).isFalse();
      Hint.ofScripts(folder).give(true);
      Hint.ofScripts(folder).give(true);
    }
    assertThat(Hint.ofScripts(folder).isGiven()).isTrue();
    try (Store store = RocksStore.open(StoreOptions.in(folder))) {
      assertThat(store).isNotNull();
      assertThat(Hint.ofScripts(folder).isGiven()).isTrue();
      Hint.ofScripts(folder).give(false);
      Hint.ofScripts(folder).give(false);
    }
    assertThat(Hint.ofScripts(folder).isGiven()).isFalse();
  }

  @Test
  void isNeverGivenWhereItCannotBeKept(@TempDir Path folder) {
    Hint homeless = Hint.ofScripts(folder.resolve("missing"));
    homeless.give(true);
    assertThat(homeless.isGiven()).isFalse();
    Hint.NONE.give(true);
    assertThat(Hint.NONE.isGiven()).isFalse();
  }
}
