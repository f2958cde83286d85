-- The least that a durable posting can be: 10,000 items, one level changed and one movement written per call.
create table levels (
  item_id integer primary key,
  quantity bigint not null
) with (fillfactor = 50);

create table movements (
  id bigint generated always as identity primary key,
  item_id integer not null,
  quantity bigint not null,
  balance bigint not null,
  recorded_at timestamptz not null default clock_timestamp()
);

insert into levels select n, 0 from generate_series(1, 10000) n;

create function post(p_item_id integer) returns bigint language plpgsql as $$
declare
  v_balance bigint;
begin
  update levels set quantity = quantity + 1 where item_id = p_item_id returning quantity into v_balance;
  insert into movements (item_id, quantity, balance) values (p_item_id, 1, v_balance);
  return v_balance;
end
$$;
