-- Lots whose day may be over, found by their product without its other lots: what has expired is promised to nobody
-- (docs/decisions/0080).
create index lots_expiring on lots (org_id, product_id, expires_on) where expires_on is not null;
