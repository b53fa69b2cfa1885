package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreOptionsTest {

  @AfterEach
  void clear() {
    System.clearProperty(StoreOptions.NATIVE_KEYS_PROPERTY);
  }

  @Test
  void aSystemPropertyTurnsNativeKeysOff() {
    assertThat(StoreOptions.in(Path.of("data")).nativeKeys()).isTrue();

    System.setProperty(StoreOptions.NATIVE_KEYS_PROPERTY, "false");
    StoreOptions options = StoreOptions.in(Path.of("data"));
    assertThat(options.nativeKeys()).isFalse();
    assertThat(options.withCacheBytes(1 << 20).nativeKeys()).isFalse();
    assertThat(options.withNativeKeys(true).nativeKeys()).isTrue();
  }
}
