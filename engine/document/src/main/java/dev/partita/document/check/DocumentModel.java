package dev.partita.document.check;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.model.Model;
import dev.partita.document.ItemFormat;

/**
 * The model of containers of JSON documents, those included that are presented as tables or graphs:
 * what its data are. What is done for them in the background is with {@link
 * dev.partita.document.Documents}.
 */
public final class DocumentModel {

  public static final Model MODEL =
      new Model(
          ContainerModel.DOCUMENT, ItemFormat.INDEX_KINDS, ItemCheck::new, DataSalvage::items);

  private DocumentModel() {}
}
