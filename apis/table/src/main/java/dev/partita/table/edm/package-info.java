/**
 * Entities and their values: the types of properties ({@link dev.partita.table.edm.EdmValue}), how
 * requests write them ({@link dev.partita.table.edm.EntityReader}), how they are stored as
 * documents ({@link dev.partita.table.edm.EntityDocument}) and how answers write them ({@link
 * dev.partita.table.edm.EntityWriter}).
 *
 * <p>The JSON of entities is read and written here and not by engine/json. Reading: the type of a
 * number that is not annotated follows from how it is written (2 and 2.0 differ, which values do
 * not tell), and a name that is there twice is refused, where JsonReader takes the last. Writing:
 * the rows of a page are copied from the bytes of stored documents, which takes a sixth of the time
 * that values take.
 *
 * <p>What must stay true: a value comes back with the type and all the digits it was sent with; no
 * property of an entity collides with one that the database adds to documents.
 */
@NullMarked
package dev.partita.table.edm;

import org.jspecify.annotations.NullMarked;
