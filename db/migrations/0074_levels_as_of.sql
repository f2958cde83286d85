-- Its product must be named now (the whole catalogue has kernel.catalogue_levels_as_of), and a default cannot be taken off a function that is
-- there. It is made again with all the others.
drop function if exists kernel.levels_as_of(uuid, timestamptz, text, uuid);
