package dev.partita.document;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The ids of resources are what clients take apart. */
class ResourceIdsTest {

  @Property
  void theIdOfAnItemIsThatOfItsContainerAndItsNumberInBase64(
      @ForAll int database, @ForAll int container, @ForAll long item) {
    byte[] owner = ResourceIds.containerBytes(database, container);
    byte[] written = "--------------------------".getBytes(US_ASCII);

    ResourceIds.writeItem(owner, item, written, 1);

    byte[] number = new byte[Long.BYTES];
    Bytes.writeLong(number, 0, Long.reverseBytes(item));
    String expected = Base64.getEncoder().encodeToString(Bytes.concat(owner, number));
    assertThat(new String(written, US_ASCII)).isEqualTo('-' + expected.replace('/', '-') + '-');
    assertThat(ResourceIds.itemNumber(new String(written, 1, 24, US_ASCII))).isEqualTo(item);
  }
}
