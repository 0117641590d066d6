order = {
    "customer": {"name": "Ann", "tags": ["new", "eu"]},
    "lines": [
        {"sku": "a1", "count": 2, "price": 3.5},
        {"sku": "b2", "count": 1, "price": 10},
    ],
}


def total(order):
    amount = 0
    for line in order["lines"]:
        amount += line["count"] * line["price"]
    return amount


order["lines"][0]["count"] += 1
order["customer"]["tags"].extend(("vip",))
order.setdefault("notes", []).append("call first")
copy = dict(order)
copy["customer"]["name"] = "Bea"
print(total(order), order["customer"]["name"], copy["notes"] is order["notes"])
matrix = [[0] * 3] * 2
matrix[0][1] = 7
print(matrix, (matrix, [matrix]) == (matrix, [matrix]))
