-- The kernel writes the event of a posting and what it tells of in the statements it has anyway: a trigger's start costs more than the row
-- (docs/decisions/0340). What is left to trigger is a minimum that a person sets.
drop trigger if exists feed on stock_postings;
drop trigger if exists note_transaction on stock_postings;
drop trigger if exists note_low_location on stock_levels;
drop trigger if exists note_low_location on stock_rules;
drop function if exists app.feed_posting();
drop function if exists app.note_transaction();
drop function if exists app.note_low_location();
drop function if exists app.tell_low_location(uuid, uuid, uuid, numeric, numeric);
-- Every posting by hand leaves a row, and a key checked per row locked the organisation's row each time. What is left of an organisation that was removed
-- finds no member to tell and is taken off.
alter table outbox drop constraint if exists outbox_org_id_fkey;
