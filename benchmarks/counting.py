"""Counts the queries of those requests that ask for it. The timed ones do not ask, and pay nothing for it."""

import os
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

ASK = "HTTP_X_COUNT"
QUERIES = "X-Queries"
WORKER = "X-Worker"


class CountingMiddleware:
    """Outermost, so that nothing escapes it. Answers carry the number of queries and the worker's process id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if ASK not in request.META:
            return self.get_response(request)
        count = 0

        def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal count
            count += 1
            return execute(*arguments)

        with connection.execute_wrapper(counted):
            response = self.get_response(request)
        response[QUERIES] = str(count)
        response[WORKER] = str(os.getpid())
        return response
