/**
 * Entities and their values: the types of properties ({@link dev.partita.table.edm.EdmValue}), how
 * requests write them ({@link dev.partita.table.edm.EntityReader}), how they are stored as
 * documents ({@link dev.partita.table.edm.EntityDocument}) and how answers write them ({@link
 * dev.partita.table.edm.EntityWriter}).
 *
 * <p>What must stay true: a value comes back with the type and all the digits it was sent with; no
 * property of an entity collides with one that the database adds to documents.
 */
@NullMarked
package dev.partita.table.edm;

import org.jspecify.annotations.NullMarked;
