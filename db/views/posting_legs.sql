-- The movements of a posting, looked up by its id. Limited members have another view: db/limited/posting_legs.sql.
create or replace view posting_legs with (security_invoker = true) as select * from stock_movements;
grant select on posting_legs to onhand_app;
