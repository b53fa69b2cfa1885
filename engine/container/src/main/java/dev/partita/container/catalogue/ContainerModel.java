package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/**
 * Which model the data of a container are of, as its definition has it. What of it decides how the
 * data lie is kept with them, so that they can be checked by a build that does not know the model.
 *
 * @param name that of the model; fixed for the container's life
 * @param keepsChangeLog whether there is a change log; fixed for the container's life
 * @param presentation the protocol that shows the container in its own form, such as a table or a
 *     graph made of documents; empty for the form of the model
 */
public record ContainerModel(String name, boolean keepsChangeLog, String presentation) {

  /** JSON documents, the model of containers that name none. */
  public static final ContainerModel DOCUMENT = new ContainerModel("document", true, "");

  public ContainerModel {
    ResourceName.require(name);
  }

  public ContainerModel presentedAs(String protocol) {
    return new ContainerModel(name, keepsChangeLog, protocol);
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the data would have to be others
   */
  void requireReplaceableBy(ContainerModel other) {
    if (!name.equals(other.name) || keepsChangeLog != other.keepsChangeLog) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The model of a container cannot be changed.")
          .with("model", name)
          .with("other", other.name);
    }
  }
}
