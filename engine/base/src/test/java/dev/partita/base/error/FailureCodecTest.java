package dev.partita.base.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Failures come back from their bytes as they were. */
class FailureCodecTest {

  private final DatabaseException failure =
      new DatabaseException(ErrorCode.THROTTLED, "No more.")
          .with("text", "\u20ac")
          .with("number", 7L)
          .with("real", 0.5)
          .with("truth", true);

  @Test
  void failuresComeBackWithTheirContext() {
    DatabaseException decoded = FailureCodec.decode(FailureCodec.encode(failure));

    assertThat(decoded.code()).isEqualTo(ErrorCode.THROTTLED);
    assertThat(decoded.text()).isEqualTo("No more.");
    assertThat(decoded.context()).isEqualTo(failure.context());
  }

  @Test
  void everyCodeComesBack() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(FailureCodec.decode(FailureCodec.encode(new DatabaseException(code, ""))).code())
          .isEqualTo(code);
    }
  }

  @Test
  void bytesThatAreNoFailureAreRefused() {
    byte[] bytes = FailureCodec.encode(failure);
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
    byte[] other = bytes.clone();
    other[0] = 9;
    assertRefused(other);
  }

  private static void assertRefused(byte[] bytes) {
    assertThat(
            catchThrowableOfType(DatabaseException.class, () -> FailureCodec.decode(bytes)).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }
}
