-- The version that an import left a location in: an undo removes it only if no one has edited it since. Null in imports
-- made before, and for other kinds of records, which an import only creates: that is version 1.
alter table import_records add column record_version integer;
