package dev.partita.container.catalogue;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a listener knows of a catalogue: the text and the version of every entry. */
final class CatalogueMirror implements CatalogueListener {

  private final SortedMap<String, String> entries = new TreeMap<>();

  static SortedMap<String, String> of(Catalogue catalogue) {
    CatalogueMirror mirror = new CatalogueMirror();
    catalogue.subscribe(mirror);
    return mirror.entries();
  }

  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    CatalogueEntry known = before != null ? before : after;
    String id = known == null ? "" : known.id();
    String had = after == null ? entries.remove(id) : entries.put(id, text(after));
    if (before != null && !text(before).equals(had)) {
      throw new AssertionError("Told of " + text(before) + " before, where there was " + had);
    }
  }

  SortedMap<String, String> entries() {
    return new TreeMap<>(entries);
  }

  private static String text(CatalogueEntry entry) {
    return entry.version() + " " + entry.toJson();
  }
}
